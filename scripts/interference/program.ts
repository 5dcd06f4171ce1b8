import type { Random } from '../fuzz/random.ts';
import { type EchoStyle, type Encoding, encoders } from './echo-server.ts';

/** A skill with one operation, and how the server behaves towards it. */
export interface Program {
  readonly name: string;
  readonly markdown: (origin: string) => string;
  readonly inputs: readonly { readonly [name: string]: string }[];
  readonly style: EchoStyle;
  /** Written by the operation, in the workspace. */
  readonly file: string | undefined;
}

const placed = [
  '-H "Authorization: Bearer $TOK" "ORIGIN/v1/a?q=one"',
  '-H "X-Api-Key: $TOK" "ORIGIN/v1/a?q=one"',
  '-H "Cookie: session=$TOK; theme=dark" "ORIGIN/v1/a?q=one"',
  '"ORIGIN/v1/a?q=one&key=$TOK"',
  '-u "me:$TOK" "ORIGIN/v1/a?q=one"',
  `-X POST "ORIGIN/v1/a?q=one" -H 'Content-Type: application/json' -d '{"text":"hi","token":"'"$TOK"'"}'`,
  '-X POST "ORIGIN/v1/a?q=one" -d "text=hi&token=$TOK"',
  '-H "Authorization: Bearer $TOK" -H "X-Api-Key: $TOK" "ORIGIN/v1/a?q=one&key=$TOK"',
] as const;

const writeOut = "-w '\\n%{http_code} %{size_download} %{size_upload} %{size_header} %{content_type} %{url_effective}'";
const options = ['-i', '--compressed', '-f', '-L', writeOut] as const;

export function makeProgram(index: number, { below, chance, pick }: Random): Program {
  const file = chance(0.15) ? `out-${index}.txt` : undefined;
  const chosen = options.filter(() => chance(0.25));
  const asJson = chance(0.6);
  const piped =
    file === undefined && asJson && chance(0.4) && !chosen.some((option) => option === '-i' || option === writeOut);
  const command = ['curl -s', ...chosen, ...(file === undefined ? [] : [`-o ${file}`]), pick(placed)].join(' ');
  const filter = piped ? ` | jq ${pick(['.', '.got', '-r .got[0]', "'.got | length'"])}` : '';
  const name = `program-${index}`;
  return {
    name,
    file,
    markdown: (origin) =>
      `---\nname: ${name}\ndescription: Made by a generator.\n---\n# ${name}\n\n## Run\n\n\`\`\`bash\n${command.replaceAll('ORIGIN', origin)}${filter}\n\`\`\`\n`,
    inputs: [{}, { q: pick(['two', 'x y', '&key=', '${secret:TOK}', 'é']) }],
    style: {
      encodings: Array.from({ length: 1 + below(3) }, () => pick(Object.keys(encoders) as Encoding[])),
      chunks: Array.from({ length: 1 + below(4) }, () => 1 + below(pick([3, 40, 2_000]))),
      framed: chance(0.5),
      packed: chance(0.25) ? pick(['gzip', 'deflate'] as const) : undefined,
      status: pick([200, 200, 200, 401, 404, 500]),
      inHeaders: chance(0.3),
      asJson,
      padding: below(pick([2, 50, 80_000])),
    },
  };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.';

export function makeSecret({ below }: Random, length: number): string {
  return Array.from({ length }, () => letters[below(letters.length)]).join('');
}
