import type { Diagnostic } from '../ir/diagnostic.ts';
import { codeFetched } from './code-fetched.ts';
import { codeUnpinned } from './code-unpinned.ts';
import { credentialsRead } from './credentials-read.ts';
import type { FindingRule, Reviewed } from './finding.ts';
import { secretCarried } from './secret-carried.ts';
import { secretElsewhere } from './secret-elsewhere.ts';
import { secretInUrl } from './secret-in-url.ts';
import { secretUndeclared } from './secret-undeclared.ts';
import { targetDynamic } from './target-dynamic.ts';
import { writeOutside } from './write-outside.ts';

/** In the order a reviewer reads them: who gets secrets, then who gets files, then what stays behind. */
const rules: readonly FindingRule[] = Object.freeze([
  secretElsewhere,
  secretCarried,
  secretInUrl,
  secretUndeclared,
  credentialsRead,
  targetDynamic,
  codeFetched,
  codeUnpinned,
  writeOutside,
]);

/** What the effects of a skill say to a reviewer. What the compiler refuses (code from a pipe, hidden text) it has said itself. */
export function findingsOf(reviewed: Reviewed): readonly Diagnostic[] {
  return rules.flatMap((rule) => rule(reviewed));
}
