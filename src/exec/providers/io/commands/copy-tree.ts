import { chmodSync, closeSync, mkdirSync } from 'node:fs';
import { identity } from '../forbidden.ts';
import { copyFile, copyLink } from './copy-file.ts';
import { type CopyJob, type CopyOptions, keepLooks } from './copy-job.ts';
import { type Entry, entryOf, inFolder, quoted, type Work } from './work.ts';

/** Whether all of it was copied. */
export async function copyTree(job: CopyJob, options: CopyOptions, work: Work): Promise<boolean> {
  await work.step();
  const { source, place } = job;
  if (source.stats.isSymbolicLink() && !options.keepLinks) return copyFollowed(job, options, work);
  const there = place.entry;
  if (there !== undefined && identity(there.stats) === identity(source.stats)) {
    work.complain(`'${job.from}' and '${job.to}' are the same file`);
    return false;
  }
  if (there !== undefined && there.stats.isDirectory() !== source.stats.isDirectory()) {
    const [what, by] = there.stats.isDirectory() ? ['directory', 'non-directory'] : ['non-directory', 'directory'];
    work.complain(`cannot overwrite ${what} '${job.to}' with ${by}${by === 'directory' ? ` '${job.from}'` : ''}`);
    return false;
  }
  if (source.stats.isDirectory()) return copyFolder(job, options, work);
  if (there !== undefined && options.noClobber) return true;
  if (there !== undefined && options.update && there.stats.mtimeMs >= source.stats.mtimeMs) return true;
  try {
    if (source.stats.isSymbolicLink()) copyLink(job, options, work);
    else if (source.stats.isFile()) await copyFile(job, options, work);
    else return work.unsupported(`a copy of \`${job.from}\`, which is no plain file,`);
  } catch (error) {
    work.complain(`cannot create regular file '${job.to}'`, error);
    return false;
  }
  if (options.verbose) work.say(`${quoted(work, job.from)} -> ${quoted(work, job.to)}`);
  return true;
}

/** What a link inside of the tree points to, by its own path: it must lie where this call may read. */
async function copyFollowed(job: CopyJob, options: CopyOptions, work: Work): Promise<boolean> {
  const found = work.place(job.from, 'read');
  const source = found === undefined ? undefined : entryOf(found);
  if (source !== undefined) return copyTree({ ...job, source }, options, work);
  work.complain(`cannot stat '${job.from}'`, 'No such file or directory');
  return false;
}

async function copyFolder(job: CopyJob, options: CopyOptions, work: Work): Promise<boolean> {
  const { source, place } = job;
  const isNew = place.entry === undefined;
  const path = inFolder(place.folder, place.name);
  try {
    if (isNew) mkdirSync(path, source.stats.mode & 0o777);
  } catch (error) {
    work.complain(`cannot create directory '${job.to}'`, error);
    return false;
  }
  const parent = place.path.slice(0, place.path.lastIndexOf('/')) || '/';
  const folder = place.entry ?? work.entry(place.folder, parent, place.name);
  if (folder === undefined || !folder.stats.isDirectory()) return work.unsupported('a folder that others change');
  const self = `/proc/self/fd/${folder.descriptor}`;
  let whole = true;
  try {
    if (isNew) chmodSync(self, (folder.stats.mode & 0o777) | 0o700);
    if (isNew && options.verbose) work.say(`${quoted(work, job.from)} -> ${quoted(work, job.to)}`);
    await work.each(source, job.depth, async (child) => {
      if (!(await copyInto(child, folder, job, options, work))) whole = false;
    });
    if (options.preserve) keepLooks(self, source.stats);
    else if (isNew) chmodSync(self, folder.stats.mode & 0o777);
  } finally {
    if (isNew) closeSync(folder.descriptor);
  }
  return whole;
}

async function copyInto(child: Entry, folder: Entry, job: CopyJob, options: CopyOptions, work: Work): Promise<boolean> {
  const entry = work.entry(folder.descriptor, folder.path, child.name);
  const to = `${job.to.replace(/(?<!\/)\/+$/, '')}/${child.name}`;
  const from = `${job.from.replace(/(?<!\/)\/+$/, '')}/${child.name}`;
  try {
    if (entry?.stats.isSymbolicLink() === true && !child.stats.isSymbolicLink()) {
      work.complain(`not writing through the link '${to}'`);
      return false;
    }
    const place = { folder: folder.descriptor, path: `${folder.path}/${child.name}`, name: child.name, entry };
    return await copyTree({ source: child, place, from, to, depth: job.depth + 1 }, options, work);
  } finally {
    if (entry !== undefined) closeSync(entry.descriptor);
  }
}
