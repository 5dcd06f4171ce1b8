import type { ProgramFile } from '../../market/program.ts';
import { type CommandRefusal, commandRefusal } from './command.ts';
import { places } from './places.ts';
import type { ProgramArgs } from './program-args.ts';

export interface BundledScript {
  readonly kind: 'script';
  /** Inside. */
  readonly path: string;
  readonly digest: string;
}

/** The approved file that a call names. A file that is only on the disk was never read by anybody. */
export function bundledScript(
  { script = '', digest }: ProgramArgs,
  bundle: ReadonlyMap<string, ProgramFile>,
): BundledScript | CommandRefusal {
  const file = bundle.get(script);
  if (file === undefined)
    return commandRefusal(
      'program/not-bundled',
      `\`${script}\` is not among the files of the skill, so nobody has approved what is in it`,
      'put the file into the skill and load it again',
    );
  if (file.digest !== digest)
    return commandRefusal('program/other-content', `\`${script}\` is not the file that was approved`, 'load it again');
  return { kind: 'script', path: `${places.skill}/${script}`, digest: file.digest };
}
