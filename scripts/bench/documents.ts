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

/** `json` is the same document as JSON. */
export function openapiDocument(size: number, json = false): string {
  if (json) return openapiJson(size);
  const head = `openapi: 3.0.3\ninfo: { title: Bench, version: "1.0" }\nservers: [{ url: "https://api.example.com/v1" }]\n${schemas}paths:\n`;
  return fill(head, openapiPath, '', size);
}

const schemas = `components:
  securitySchemes:
    key: { type: http, scheme: bearer }
  schemas:
    Owner: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Entry:
      type: object
      required: [name]
      properties:
        name: { type: string, description: What people call it }
        size: { type: integer, minimum: 0 }
        owner: { $ref: "#/components/schemas/Owner" }
        labels: { type: array, items: { type: string } }
security: [{ key: [] }]
`;

function openapiPath(index: number): string {
  return `  /entries-${index}/{id}:
    get:
      operationId: getEntry${index}
      summary: Read entry ${index}
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - name: fields
          in: query
          description: What to answer with
          schema: { type: array, items: { type: string } }
      responses:
        "200":
          description: The entry
          content: { application/json: { schema: { $ref: "#/components/schemas/Entry" } } }
    post:
      operationId: putEntry${index}
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Entry" }
      responses: { "200": { description: Kept } }
`;
}

function openapiJson(size: number): string {
  const head =
    '{"openapi":"3.0.3","info":{"title":"Bench","version":"1.0"},"servers":[{"url":"https://api.example.com/v1"}],"paths":{';
  const path = (index: number) =>
    `${index === 0 ? '' : ',\n'}"/entries-${index}/{id}":{"get":{"operationId":"getEntry${index}","summary":"Read entry ${index}","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}},{"name":"limit","in":"query","schema":{"type":"integer","default":10}}],"responses":{"200":{"description":"The entry","content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"string"},"size":{"type":"integer"}}}}}}}}}`;
  return fill(head, path, '}}', size);
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
