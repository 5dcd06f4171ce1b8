import { type Attempt, numbers, onHost, type Parameters } from './attempt.ts';

/** Calls the kernel by number. On the host the same call is let through: it works, or fails for another reason. */
function callAttempt(
  name: string,
  number: number,
  args: readonly (number | string)[],
  control: 'host' | string,
): Attempt {
  const attack = (): Parameters => ({ number, args: args.map(String) });
  return {
    name,
    body: `
arguments = [int(a) if a.lstrip('-').isdigit() else a.encode() for a in p['args']]
try:
    call(p['number'], *arguments)
except OSError as error:
    if error.errno in (errno.EPERM, errno.ENOSYS, errno.EACCES):
        raise
    return 'refused only for its arguments: %s' % error
return True`,
    ...(control === 'host' ? onHost(attack) : { attack, control: { on: 'nowhere', because: control } }),
  };
}

const needsRoot = 'it needs root, and a machine that lets root do so';
const [newUser, newMount, newPid, newNet] = [0x1000_0000, 0x0002_0000, 0x2000_0000, 0x4000_0000];

export const kernelAttempts: readonly Attempt[] = [
  callAttempt('read a keyring', numbers(250, 219), [0, -3, 0], 'host'),
  callAttempt('add a key', numbers(248, 217), ['user', 'skillc-test', 'x', 1, -2], 'host'),
  callAttempt('ask for a key', numbers(249, 218), ['user', 'skillc-test', 0, 0], 'host'),
  callAttempt('make a user namespace', numbers(272, 97), [newUser], 'host'),
  callAttempt('make mount, pid and network namespaces', numbers(272, 97), [newMount | newPid | newNet], needsRoot),
  callAttempt('make a user namespace by clone3', 435, [0, 0], 'host'),
  callAttempt('enter a namespace', numbers(308, 268), [-1, 0], 'host'),
  callAttempt('mount a file system', numbers(165, 40), ['none', '/tmp', 'tmpfs', 0, 0], needsRoot),
  callAttempt('mount it for writing again', numbers(165, 40), ['none', '/usr', 'none', 0x1020, 0], needsRoot),
  callAttempt('unmount what covers something', numbers(166, 39), ['/proc', 2], needsRoot),
  callAttempt('change the root', numbers(161, 51), ['/tmp'], needsRoot),
  callAttempt('swap the root', numbers(155, 41), ['/tmp', '/tmp'], needsRoot),
  callAttempt('open a file system', 430, ['tmpfs', 0], needsRoot),
  callAttempt('take a tree of mounts', 428, [-100, '/', 1], needsRoot),
  callAttempt('put a tree of mounts elsewhere', 429, [-1, '', -1, '', 0], needsRoot),
  callAttempt('change mounts', 442, [-100, '/', 0, 0, 0], needsRoot),
  callAttempt('load a program into the kernel', numbers(321, 280), [5, 0, 0], needsRoot),
  callAttempt('watch the processor', numbers(298, 241), [0, 0, -1, -1, 0], 'not every machine lets users do so'),
  callAttempt('handle page faults', numbers(323, 282), [1], 'not every machine lets users do so'),
  callAttempt('queue calls to the kernel', 425, [1, 0], 'not every machine lets users do so'),
  callAttempt('submit queued calls', 426, [-1, 1, 0, 0, 0, 0], 'not every machine lets users do so'),
  callAttempt('load a module', numbers(175, 105), [0, 0, ''], needsRoot),
  callAttempt('load a module from a file', numbers(313, 273), [-1, '', 0], needsRoot),
  callAttempt('load another kernel', numbers(246, 104), [0, 0, 0, 0], needsRoot),
  callAttempt('restart the machine', numbers(169, 142), [0, 0, 0, 0], needsRoot),
  callAttempt('swap memory to a file', numbers(167, 224), ['/work/own', 0], needsRoot),
  callAttempt('set the clock', numbers(227, 112), [0, 0], needsRoot),
  callAttempt('steer the clock', numbers(159, 171), [0], 'host'),
  callAttempt('set the name of the machine', numbers(170, 161), ['escaped', 7], 'it would rename this machine'),
  callAttempt('read the log of the kernel', numbers(103, 116), [10, 0, 0], 'not every machine lets users do so'),
  callAttempt('account for processes', numbers(163, 89), ['/work/own'], needsRoot),
  callAttempt('set quotas', numbers(179, 60), [0, '/', 0, 0], needsRoot),
  callAttempt('switch off address randomisation', numbers(135, 92), [0x0004_0000], 'host'),
  callAttempt('compare processes', numbers(312, 272), [1, 1, 0, 0, 0], needsRoot),
  callAttempt('move memory of other processes', numbers(279, 239), [0, 0, 0, 0, 0, 0], 'host'),
  callAttempt('watch the whole file system', numbers(300, 262), [0, 0], needsRoot),
  callAttempt('use a call that the filter cannot look into', 437, [-100, '/', 0, 0], 'host'),
  callAttempt('use a call that nobody has looked at', 466, [0, 0, 0, 0], 'older machines do not have it'),
  ...(process.arch === 'x64'
    ? [
        callAttempt('use the calls of x32', 0x4000_0000 + 39, [], 'not every kernel has them'),
        callAttempt('reach the ports of the machine', 172, [3], needsRoot),
        callAttempt('change the tables of the processor', 154, [0, 0, 0], 'host'),
      ]
    : []),
];
