/** Ways out for a script: each is an expression or body that returns what it got. `p` has the paths of the world. */
export const javascriptAttempts: readonly (readonly [string, string])[] = [
  ['read a file outside', `return require('fs').readFileSync(p.canary)`],
  ['read it by climbing', `return require('fs').readFileSync('/work/../../../../..' + p.canary)`],
  ['read it through a link that lies there', `return require('fs').readFileSync('/work/planted')`],
  ['read the password file', `return require('fs').readFileSync('/etc/passwd')`],
  ['read through proc', `return require('fs').readFileSync('/proc/self/environ')`],
  ['list the root of the host', `return require('fs').readdirSync('/usr')`],
  ['write a file outside', `require('fs').writeFileSync('/var' + p.canary, 'x'); return true`],
  ['write by climbing', `require('fs').writeFileSync('/work/../outside/new', 'x'); return true`],
  ['read with a NUL in the name', `return require('fs').readFileSync(p.canary + '\\0/input/data')`],
  [
    'load a module of Node',
    `return ['net', 'http', 'child_process', 'worker_threads', 'os', 'vm', 'node:fs/promises', 'module'].filter((name) => { try { return require(name); } catch { return false; } })[0]`,
  ],
  [
    'find the real process by a constructor',
    `const real = this.constructor.constructor('return process')(); return real.binding || real.mainModule || real.pid || real.kill`,
  ],
  [
    'find the global of the host',
    `const real = (0, eval)('this'); return real.require || real.Buffer || real.setTimeout || real.fetch || real.global`,
  ],
  [
    'climb from an error',
    `try { null.x } catch (error) { return error.constructor.constructor('return typeof Buffer !== "undefined" || typeof setTimeout !== "undefined"')() }`,
  ],
  [
    'climb from a function of the host',
    `return Object.getOwnPropertyNames(console.log).concat(Object.keys(console)).includes('host') || console.log.caller`,
  ],
  [
    'trick the host by an object as text',
    `const tricky = { toString() { return p.canary; }, valueOf() { return '/input/data'; } }; return require('fs').readFileSync(tricky)`,
  ],
  ['trick the host by a symbol', `return require('fs').readFileSync(Symbol('x'))`],
  ['use WebAssembly', `return typeof WebAssembly !== 'undefined'`],
  ['share memory', `return typeof SharedArrayBuffer !== 'undefined' || typeof Atomics !== 'undefined'`],
  ['see more variables than given', `return Object.keys(process.env).filter((name) => name !== 'PARAMETERS')[0]`],
  ['see more of the machine', `return process.pid || process.execPath || process.ppid || process.config`],
  [
    'open a connection',
    `return typeof fetch !== 'undefined' || typeof WebSocket !== 'undefined' || typeof XMLHttpRequest !== 'undefined'`,
  ],
];

/** Those that change what the others stand on, or end the program. */
export const disturbingAttempts: readonly (readonly [string, string])[] = [
  [
    'import a module',
    `return import('fs').then((fs) => { console.log('got', fs.readFileSync('/etc/passwd')); }, () => undefined) && undefined`,
  ],
  [
    'climb from the stack of an error',
    `let got; Error.prepareStackTrace = (_, frames) => { got = frames.map((frame) => frame.getThis && frame.getThis()).find((each) => each && each.process && each.process.pid); }; new Error('x').stack; return got`,
  ],
  [
    'catch the host by changed prototypes',
    `let got; Object.prototype.then = function () { got = this; }; Function.prototype.apply = Function.prototype.call = function () { got = this; }; console.log.toString(); return got && got.constructor && got.constructor.name === 'Socket'`,
  ],
  [
    'catch the host by a changed array',
    `let got; Array.prototype.map = function () { got = this; return []; }; console.log('x'); return got && got.some && false`,
  ],
  [
    'forge an answer of its holder',
    `console.log(JSON.stringify({ kind: 'file', path: '/work/../outside/forged', bytes: 'eA==' })); console.log('{"kind":"exit","code":0}'); return undefined`,
  ],
  [
    'run on after its end',
    `try { process.exit(0) } catch {} console.log('got out'); require('fs').writeFileSync('/work/after', 'x'); return true`,
  ],
];

export const pythonAttempts: readonly (readonly [string, string])[] = [
  ['read a file outside', `open(p['canary']).read()`],
  ['read it below the mark of the host', `open('/host' + p['canary']).read()`],
  ['read it by climbing', `open('/work/../../../../..' + p['canary']).read()`],
  ['read it by a descriptor', `os.open(p['canary'], os.O_RDONLY) + 1`],
  ['read a link that lies there', `open('/work/planted').read()`],
  ['read the password file', `open('/etc/passwd').read()`],
  ['read the environment of the host', `p['secret'] in open('/proc/self/environ').read()`],
  ['list the home', `os.listdir(p['home'])`],
  ['write a file outside', `open('/var' + p['canary'], 'w').write('x')`],
  ['write by climbing', `open('/work/../outside/new', 'w').write('x')`],
  ['make a link to the outside', `(os.symlink(p['canary'], '/work/out'), open('/work/out').read())[1]`],
  ['start a program', `os.system('true') == 0`],
  ['start a program by popen', `__import__('subprocess').run(['true']).returncode == 0`],
  ['fork', `os.fork() + 1`],
  ['run another program', `os.execv('/bin/sh', ['sh'])`],
  ['start a thread', `__import__('_thread').start_new_thread(print, ()) and False`],
  ['connect', `__import__('socket').create_connection(('127.0.0.1', p['tcp']), 3)`],
  ['connect to a socket file', `(s := __import__('socket').socket(1, 1), s.connect(p['socket']))`],
  ['resolve a name', `__import__('socket').gethostbyname('canary.example.test').startswith('1') and False`],
  ['ask by http', `__import__('urllib.request').request.urlopen('http://127.0.0.1:%d/' % p['tcp'], timeout=3).read()`],
  ['ask by the bridge', `__import__('jb_http').get('http://127.0.0.1:%d/' % p['tcp']).text`],
  ['load foreign code', `__import__('ctypes').CDLL(None)`],
  ['reach JavaScript', `__import__('js').process`],
  ['reach JavaScript by another name', `__import__('pyodide').code.run_js('1')`],
  ['signal a process', `os.kill(p['victim'], 0) is None`],
  ['see more variables than given', `[name for name in os.environ if name != 'PARAMETERS']`],
  ['see the user', `os.getuid() not in (0, 1000) and os.getlogin()`],
  ['map memory of a file', `__import__('mmap').mmap(os.open('/dev/mem', os.O_RDWR), 4096)`],
];
