import type { Primitive } from '../../primitive.ts';
import { type InterpreterOption, interpreter } from './interpreter.ts';

const row = (does: InterpreterOption['does'], ...names: readonly string[]): InterpreterOption => ({ names, does });

export const ruby: Primitive = interpreter({
  program: 'ruby',
  capability: 'sandbox.tool',
  options: [
    row(
      'flag',
      '-w',
      '-W0',
      '-W1',
      '-W2',
      '-n',
      '-p',
      '-l',
      '-a',
      '-s',
      '-U',
      '--yjit',
      '--disable-gems',
      '--disable=gems',
    ),
    row('load', '-r'),
    row('read', '-I'),
    row('code', '-e'),
    row('print', '-v', '--version', '-h', '--help'),
  ],
  reading: ['-n', '-p'],
});

/** `-i` edits files in place and `-d`, `-D` start a debugger: not here. */
export const perl: Primitive = interpreter({
  program: 'perl',
  capability: 'sandbox.tool',
  options: [
    row('flag', '-n', '-p', '-l', '-a', '-w', '-W', '-s', '-T', '-t', '-X', '-0', '-7'),
    row('value', '-F', '-C'),
    { names: ['-M', '-m'], does: 'value', accept: /^-?[A-Za-z][\w:]*(=[\w,:$@%&*]+)?$/ },
    row('read', '-I'),
    row('code', '-e', '-E'),
    row('print', '-v', '-V', '--version', '-h', '--help'),
  ],
  reading: ['-n', '-p'],
});

/** `-d` sets configuration that can load code, `-S` serves: not here. */
export const php: Primitive = interpreter({
  program: 'php',
  capability: 'sandbox.tool',
  options: [
    row('flag', '-n', '-q', '-C'),
    row('read', '-l', '--syntax-check'),
    { names: ['-r', '--run'], does: 'code' },
    row('print', '-v', '--version', '-m', '-i', '-h', '--help'),
  ],
});

export const rscript: Primitive = interpreter({
  program: 'Rscript',
  capability: 'sandbox.tool',
  options: [
    row(
      'flag',
      '--vanilla',
      '--no-save',
      '--no-restore',
      '--no-environ',
      '--no-site-file',
      '--no-init-file',
      '--slave',
      '--verbose',
      '--quiet',
      '-q',
    ),
    row('code', '-e'),
    row('print', '--version', '--help'),
  ],
});

export const lua: Primitive = interpreter({
  program: 'lua',
  capability: 'sandbox.tool',
  options: [row('flag', '-E', '-W'), row('load', '-l'), row('code', '-e'), row('print', '-v')],
});

/** `java -jar x.jar`, `java X.java`; agents and class paths load other code. */
export const java: Primitive = interpreter({
  program: 'java',
  capability: 'sandbox.tool',
  options: [
    row('flag', '-server', '-ea', '-da', '-esa', '-showversion', '--enable-preview'),
    { names: ['-jar'], does: 'flag' },
    row('print', '-version', '--version', '-help', '--help', '-h'),
  ],
});
