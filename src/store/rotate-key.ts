import { replaceSigningKey } from './chain/keys.ts';
import { verifierKey } from './chain/note.ts';
import { openReader } from './database.ts';
import { openHome } from './home.ts';
import { Log } from './log.ts';

/** Gives the log a new key; gives its verifier key. Instances that are open go on with the old one, which still counts. */
export function rotateKey(path: string, anchors?: string): string {
  const home = openHome(path, anchors);
  const db = openReader(home.database);
  try {
    const signer = replaceSigningKey(home, new Log(db).requireHead().log);
    return verifierKey(signer.name, signer.privateKey);
  } finally {
    db.close();
  }
}
