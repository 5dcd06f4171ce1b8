import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { projectPolicy } from './policy-sources.ts';

/** A beginning that is read as it stands: a project can only add questions and denials. */
const beginning = `# Rules of this project, on top of each user's own. They can ask or deny; an \`allow\` here counts for nothing.
# \`when\` is CEL over call, effects, secrets and classifications. Examples are checked whenever the file is read.
rules:
  - id: no-deletes
    when: effects.exists(e, e.kind == "network" && e.method == "DELETE")
    decision: deny
    reason: nothing is deleted from this project
    examples:
      match:
        - effects: [{ kind: network, method: DELETE, origin: https://api.example.com, path: /x }]
      no_match:
        - effects: [{ kind: network, method: GET, origin: https://api.example.com, path: /x }]
  - id: ask-for-unknown-tools
    when: call.tier == 3
    decision: ask
    reason: nobody has described this program
    examples:
      match:
        - call: { tier: 3 }
      no_match:
        - call: { tier: 1 }
# pii: { network.http-fetch: ask }     # e-mail, telephone and card numbers in what a caller gives
`;

export type Initialised =
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'there'; readonly path: string };

/** Writes \`.skillc/policy.yaml\`; one that is there stays as it is. */
export function initPolicy(workspace: string): Initialised {
  const path = projectPolicy(workspace);
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, beginning, { flag: 'wx' });
    return { kind: 'written', path };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { kind: 'there', path };
    throw error;
  }
}
