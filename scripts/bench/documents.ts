/** Documents of a wanted size, the same on every run. `size` is in characters; the result has at most that many. */

export function markdownSkill(size: number): string {
  const head = '---\nname: bench\ndescription: Sections like those of real skills\n---\n\n# Bench\n\n';
  return fill(head, markdownSection, '', size);
}

function markdownSection(index: number): string {
  const item = `item-${index}`;
  return [
    `## Fetch ${item} from the store`,
    '',
    `The call below reads one entry. It needs a key, and answers with **JSON**; see [the notes](notes-${index}.md) and`,
    '`jq` for what to do with it. Nothing is written, nothing is kept, and it may be repeated as often as you like.',
    '',
    '| field | meaning |',
    '|---|---|',
    `| id | the entry's own number, ${index} here |`,
    '| name | what people call it |',
    '',
    '```bash',
    `curl -s "https://api.example.com/v1/${item}?limit=${index}" \\`,
    '  -H "Authorization: Bearer $BENCH_TOKEN" | jq -r ".items[] | .name"',
    '```',
    '',
    '1. Look at the names.',
    `2. Run \`python3 scripts/show.py ${item}\` for the rest.`,
    '   - It prints a table,',
    '   - and nothing else.',
    '',
    '```json',
    `{ "items": [ { "id": ${index}, "name": "${item}" } ] }`,
    '```',
    '',
    '',
  ].join('\n');
}

/** Prose that tempts a parser to look back: brackets, emphasis and quotes that nothing closes. */
export function denseMarkdown(size: number): string {
  return fill('# Dense\n\n', (index) => `[a ![b **c <d href= \`e ${index} > - * f_g](h "i\n`, '', size);
}

/** One block with one long script. */
export function scriptMarkdown(size: number): string {
  const step = (index: number) =>
    `NAME_${index}=value-${index}\nif [ -f "out/$NAME_${index}" ]; then\n  cat "out/$NAME_${index}" | grep -v '^#' | sort -u\nfi\n`;
  return fill('# Script\n\n```bash\nset -e\n', step, '```\n', Math.min(size, 128 * 1024));
}

export function yamlSkill(size: number): string {
  const head = 'skill:\n  name: bench\n  version: "1.0.0"\n  description: Many operations\n  operations:\n';
  return fill(head, yamlOperation, '', size);
}

function yamlOperation(index: number): string {
  return [
    `    - name: fetch_${index}`,
    `      description: "Fetches entry ${index}: its name, and what it holds"`,
    '      method: POST',
    `      endpoint: https://api.example.com/v1/entries/${index}/{id}`,
    '      auth: { type: bearer, env_var: BENCH_TOKEN }',
    '      input:',
    '        id: { type: string, required: true }',
    '        limit: { type: integer, default: 10 }',
    '',
  ].join('\n');
}

/** About as much of it schemas as paths, like the public ones. `asJson`: the same document as JSON. */
export function openapiDocument(size: number, asJson = false): string {
  const write = (count: number): string => {
    const document = openapiData(count);
    return asJson ? JSON.stringify(document, null, 1) : toYaml(document, 0);
  };
  const each = (write(40).length - write(20).length) / 20;
  return write(Math.max(1, Math.floor((size - write(1).length) / each)));
}

type Data = string | number | boolean | readonly Data[] | { readonly [key: string]: Data };

function openapiData(count: number): Data {
  const indices = Array.from({ length: count }, (_, index) => index);
  return {
    openapi: '3.0.3',
    info: { title: 'Bench', version: '1.0', description: 'Entries of many kinds, and what can be done with them' },
    servers: [{ url: 'https://api.example.com/v1' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(indices.map((index) => [`/entries-${index}/{id}`, openapiPath(index)])),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(indices.flatMap((index) => openapiSchemas(index))),
    },
  };
}

function openapiPath(index: number): Data {
  const answer = (name: string): Data => ({
    '200': {
      description: 'What was asked for',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}${index}` } } },
    },
    '404': { description: 'There is no such entry' },
  });
  return {
    parameters: [{ name: 'id', in: 'path', required: true, description: 'Its number', schema: { type: 'string' } }],
    get: {
      operationId: `getEntry${index}`,
      summary: `Read entry ${index}`,
      tags: ['entries'],
      parameters: [
        {
          name: 'fields',
          in: 'query',
          description: 'What to answer with',
          schema: { type: 'array', items: { type: 'string' } },
        },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
      ],
      responses: answer('Entry'),
    },
    post: {
      operationId: `putEntry${index}`,
      summary: `Change entry ${index}`,
      tags: ['entries'],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/Change${index}` } } },
      },
      responses: answer('Entry'),
    },
  };
}

function openapiSchemas(index: number): readonly (readonly [string, Data])[] {
  const text = (about: string): Data => ({ type: 'string', description: `${about} of entry ${index}`, maxLength: 200 });
  const properties = {
    name: text('The name'),
    title: text('The title'),
    state: { type: 'string', enum: ['open', 'closed', 'waiting'] },
    size: { type: 'integer', format: 'int64', minimum: 0 },
    labels: { type: 'array', items: text('A label') },
    place: {
      type: 'object',
      properties: { street: text('The street'), town: text('The town'), number: { type: 'integer' } },
    },
  };
  const change: Data = { type: 'object', required: ['name'], properties };
  const entry: Data = {
    allOf: [
      { $ref: `#/components/schemas/Change${index}` },
      { type: 'object', properties: { id: { type: 'string' }, created: { type: 'string', format: 'date-time' } } },
    ],
  };
  return [
    [`Change${index}`, change],
    [`Entry${index}`, entry],
  ];
}

/** Block style throughout, as people write it. */
function toYaml(value: Data, depth: number): string {
  const indent = '  '.repeat(depth);
  if (Array.isArray(value)) {
    return value.map((item: Data) => `${indent}- ${nested(item, depth + 1).trimStart()}`).join('');
  }
  if (typeof value !== 'object') return `${JSON.stringify(value)}\n`;
  return Object.entries(value)
    .map(
      ([key, member]) =>
        `${indent}${/^\w+$/.test(key) && !/^\d/.test(key) ? key : JSON.stringify(key)}:${inline(member, depth)}`,
    )
    .join('');
}

function nested(value: Data, depth: number): string {
  return typeof value === 'object' && Object.keys(value).length > 0 ? toYaml(value, depth) : scalar(value);
}

function inline(value: Data, depth: number): string {
  const isBlock = typeof value === 'object' && Object.keys(value).length > 0;
  return isBlock ? `\n${toYaml(value, depth + 1)}` : ` ${scalar(value)}`;
}

function scalar(value: Data): string {
  if (typeof value === 'object') return `${Array.isArray(value) ? '[]' : '{}'}\n`;
  const plain = typeof value !== 'string' || /^[A-Za-z][\w ]*$/.test(value);
  return `${plain ? String(value) : JSON.stringify(value)}\n`;
}

function fill(head: string, part: (index: number) => string, tail: string, size: number): string {
  const parts = [head];
  let length = head.length + tail.length;
  for (let index = 0; ; index++) {
    const next = part(index);
    if (length + next.length > size) return parts.join('') + tail;
    parts.push(next);
    length += next.length;
  }
}
