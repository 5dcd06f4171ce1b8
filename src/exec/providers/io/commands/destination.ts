import { lastOf, type ReadOptions } from '../../text/options.ts';
import { Halt, type Work } from './work.ts';

export interface Aim {
  readonly from: string;
  readonly to: string;
}

/** Which source goes where: `-t DIR`, `-T`, into the directory that is named last, or under another name. */
export function aims(read: ReadOptions, work: Work): readonly Aim[] {
  const folder = lastOf(read, 't');
  if (folder !== undefined) {
    if (read.flags.has('T')) return work.unsupported('`-t` together with `-T`');
    return isFolder(folder, work) ? into(folder, read.operands, work) : missed(`target directory '${folder}'`, work);
  }
  const to = read.operands.at(-1);
  const sources = read.operands.slice(0, -1);
  if (to === undefined || sources.length === 0) {
    throw new Halt('io/no-target', `\`${work.tool}\` names no destination`, 'name what to write to');
  }
  if (read.flags.has('T')) {
    return sources.length === 1 ? [{ from: sources[0] ?? '', to }] : missed(`extra operand '${to}'`, work);
  }
  if (isFolder(to, work)) return into(to, sources, work);
  return sources.length === 1 ? [{ from: sources[0] ?? '', to }] : missed(`target '${to}' is not a directory`, work);
}

function isFolder(asked: string, work: Work): boolean {
  return work.place(asked, 'write')?.target?.stats.isDirectory() === true;
}

function into(folder: string, sources: readonly string[], work: Work): readonly Aim[] {
  const seen = new Set<string>();
  return sources.flatMap((from) => {
    const name = from.replace(/(?<!\/)\/+$/, '').replace(/^.*\//, '');
    if (name === '' || name === '..') return work.unsupported(`a copy of \`${from}\` into a folder`);
    const to = `${folder.replace(/(?<!\/)\/+$/, '')}/${name}`;
    if (seen.has(to)) {
      work.complain(`will not overwrite just-created '${to}' with '${from}'`);
      return [];
    }
    seen.add(to);
    return [{ from, to }];
  });
}

function missed(what: string, work: Work): readonly Aim[] {
  work.complain(what);
  return [];
}
