import * as fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreFault } from './fault.ts';
import { codeOf, privateDirectory } from './private-file.ts';

/** Where everything is. Plain data, so that it can cross to another thread. */
export interface Home {
  readonly root: string;
  readonly database: string;
  readonly logId: string;
  readonly keys: string;
  readonly signingKey: string;
  readonly verifiers: string;
  readonly blobs: string;
  /** Logs that were put aside. */
  readonly old: string;
  /** The second place, outside the home. */
  readonly anchors: string;
}

/** Makes `path` the home, or checks that it is one that only this user can change. */
export function openHome(path: string, anchors?: string): Home {
  const root = realHome(resolve(path));
  const second = anchors === undefined ? `${root}-anchors` : realHome(resolve(anchors));
  if (second === root || second.startsWith(`${root}/`)) {
    throw new StoreFault(
      'home/anchors-inside',
      `anchors in \`${second}\` would be lost together with the home`,
      'name a place outside of it: `anchors` in config.yaml',
    );
  }
  const home: Home = {
    root,
    database: join(root, 'ledger.db'),
    logId: join(root, 'log-id'),
    keys: join(root, 'keys'),
    signingKey: join(root, 'keys', 'signing.pem'),
    verifiers: join(root, 'keys', 'verifiers'),
    blobs: join(root, 'blobs'),
    old: join(root, 'old'),
    anchors: second,
  };
  for (const directory of [root, second]) {
    checkAncestors(directory);
    makeDirectory(directory);
  }
  for (const directory of [home.keys, home.blobs, home.old]) privateDirectory(directory);
  return home;
}

function makeDirectory(path: string): void {
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  privateDirectory(path);
}

/** A home may be a link that the user made to a directory of the user; then it is that directory. */
function realHome(path: string): string {
  const user = process.getuid?.();
  try {
    const link = fs.lstatSync(path);
    if (link.isSymbolicLink()) {
      const target = fs.statSync(path);
      if (user !== undefined && (link.uid !== user || target.uid !== user)) {
        throw new StoreFault(
          'home/foreign-link',
          `\`${path}\` is a link to a place of another user`,
          'put a directory of your own there',
        );
      }
    }
    return fs.realpathSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return newHome(path);
  }
}

function newHome(path: string): string {
  if (fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new StoreFault('home/foreign-link', `\`${path}\` is a link to nowhere`, 'put a directory of your own there');
  }
  const parent = dirname(path);
  return join(fs.existsSync(parent) ? fs.realpathSync(parent) : newHome(parent), basename(path));
}

/** Who can rename a directory above the home can put another in its place. */
function checkAncestors(path: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  for (let at = dirname(path); ; at = dirname(at)) {
    const found = fs.statSync(at, { throwIfNoEntry: false });
    if (found !== undefined) {
      const sticky = (found.mode & 0o1000) !== 0;
      if ((found.uid !== user && found.uid !== 0) || ((found.mode & 0o022) !== 0 && !sticky)) {
        throw new StoreFault(
          'home/unsafe-parent',
          `\`${at}\`, above the home, can be changed by other users`,
          `chmod go-w ${at}`,
        );
      }
    }
    if (dirname(at) === at) return;
  }
}
