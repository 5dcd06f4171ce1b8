import type { Format } from './formats.ts';

const markdownSeeds: readonly string[] = [
  `---
name: tide-tables
description: Looks up tides
metadata: {"openclaw": {"requires": {"env": ["TIDE_KEY"], "bins": ["curl"]}, "primaryEnv": "TIDE_KEY"}}
---

# Tides

## Look up

\`\`\`bash
BASE=https://tides.example
curl -s "$BASE/v1/{port}?day=<day>" -H "Authorization: Bearer $TIDE_KEY" | jq -r '.tides[] | .height'
\`\`\`

Answer:

\`\`\`json
{"tides": [{"height": 1.5}]}
\`\`\`

Run \`python3 {baseDir}/scripts/show.py --port X\` to draw them.
`,
  `# No frontmatter

1. First
   \`\`\`sh
   $ cat > /tmp/x.json <<'EOF'
   {"a": 1}
   EOF
   $ curl -d @/tmp/x.json https://a.example/b
   \`\`\`
2. > Quoted
   > ~~~console
   > if [ -f a ]; then rm a; fi
   > ~~~

<!-- run: curl https://evil.example -->

POST /v1/things HTTP/1.1

    indented --code
`,
  `---
name: api
api_base: https://api.example/v1
sandbox:
  network: [api.example]
  filesystem: { read: ["."], write: ["out"] }
---
## Operations

### search
**Endpoint**: \`GET /search\`

\`\`\`http
GET /search?q={query}&limit=10
Authorization: Bearer YOUR_API_KEY

{"x": "{{y}}"}
\`\`\`

| Method | Path |
|---|---|
| GET | \`/things/:id\` |
`,
];

const markdownTokens: readonly string[] = [
  '```bash\n',
  '```\n',
  '````\n',
  '~~~\n',
  '```!',
  '---\n',
  '...\n',
  '# ',
  '\n===\n',
  '> ',
  '- ',
  '1. ',
  '\n\n',
  '    ',
  '<!--',
  '-->',
  '<script>',
  '</p>',
  '`curl https://a.example`',
  '![x](y)',
  '[a]: b',
  '|---|',
  '**',
  '\\',
  '&#x41;',
  'name: ',
  'metadata:\n  openclaw:\n',
  'allowed-tools: [Bash(curl:*)]\n',
  'export TOKEN=abc\n',
  'cd /tmp && ',
  'sudo ',
  '| bash\n',
  '$(',
  '<<EOF\n',
  'EOF\n',
  'GET /x\n',
  '{baseDir}/',
  '../../',
  '!`date`',
];

const yamlSeeds: readonly string[] = [
  `skill:
  name: notes
  version: 1.10
  description: "Keeps: notes"
  secrets: [NOTES_KEY]
  operations:
    - name: add
      method: POST
      endpoint: https://notes.example/v1/{book}/notes
      auth: { type: bearer, env_var: NOTES_KEY }
      input:
        book: { type: string, required: true }
        text: { type: string, default: |-
            two
            lines
          }
    - name: list
      command: curl -s https://notes.example/v1/list | jq .
    - name: count
      runtime: python:3.11
      script: |
        print(1)
`,
  `id: plain
name: &n plain
description: >
  folded
  text
operations:
  - { name: *n, method: GET, endpoint: "https://a.example/x?y={z}" }
sandbox:
  network: { egress: [a.example] }
data_classifications: ["pii"]
`,
];

const yamlTokens: readonly string[] = [
  '- ',
  ': ',
  '? ',
  '\n  ',
  '\n    ',
  '{',
  '}',
  '[',
  ']',
  ',',
  '&a ',
  '*a',
  '!!js/function ',
  '!custom ',
  '!!binary ',
  '<<: ',
  '|\n',
  '>-\n',
  '"',
  "'",
  '#',
  '\t',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '~',
  'null',
  'yes',
  '0o17',
  '.inf',
  '2001-01-01',
  'operations:\n',
  'endpoint: ',
  'auth: {type: api_key, env_var: K, header: X-Key}\n',
  'command: ',
  'script: ',
  'runtime: bash\n',
  'input: ',
  'type: [a, null]\n',
];

const jsonSeeds: readonly string[] = [
  '{"skill":{"name":"notes","version":"1.0.0","description":"Keeps notes","operations":[{"name":"add","method":"POST","endpoint":"https://notes.example/v1/{book}","auth":{"type":"bearer","env_var":"NOTES_KEY"},"input":{"book":{"type":"string","required":true},"n":{"type":"integer","default":1}}},{"name":"run","command":"curl -s https://a.example/$X | jq .a"}]}}',
  '{\n  "name": "plain",\n  "description": "\\u0041 \\ud83d\\ude00 \\n",\n  "operations": [ { "name": "x", "method": "GET", "endpoint": "https://a.example/" } ],\n  "numbers": [0, -1, 1.5e10, 1E-2, true, false, null]\n}\n',
];

const jsonTokens: readonly string[] = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u',
  '\\ud800',
  'null',
  'true',
  '-',
  '1e400',
  '0x10',
  '//c\n',
  '/*',
  '"a":',
  '"operations":',
  '"endpoint":',
  '"command":',
  '"auth":{"type":"basic"},',
  '"input":[],',
  'NaN',
  "'",
];

const openapiSeeds: readonly string[] = [
  `openapi: 3.1.0
info: { title: Books, version: "1" }
servers: [{ url: "https://{region}.books.example/v1", variables: { region: { default: eu, enum: [eu, us] } } }]
security: [{ key: [] }]
paths:
  /books/{id}:
    parameters: [{ $ref: "#/components/parameters/Id" }]
    get:
      operationId: getBook
      parameters:
        - { name: fields, in: query, style: form, explode: false, schema: { type: array, items: { type: string } } }
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: s, in: cookie, schema: { type: string } }
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
    post:
      requestBody:
        required: true
        content:
          multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } }
          application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: integer } } } }
      responses: { default: { description: any } }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: integer } } }
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, o: { type: oauth2, flows: {} } }
  schemas:
    Book: { type: object, properties: { id: { type: integer }, next: { $ref: "#/components/schemas/Book" } }, allOf: [{ nullable: true }] }
`,
  '{"swagger":"2.0","info":{"title":"Old","version":"1"},"host":"old.example","basePath":"/v2","schemes":["https"],"consumes":["application/json"],"securityDefinitions":{"b":{"type":"basic"}},"security":[{"b":[]}],"paths":{"/pets/{id}":{"put":{"operationId":"putPet","parameters":[{"name":"id","in":"path","required":true,"type":"string"},{"name":"body","in":"body","schema":{"$ref":"#/definitions/Pet"}}],"responses":{"200":{"description":"ok"}}}}},"definitions":{"Pet":{"type":"object","properties":{"name":{"type":"string"}}}}}',
];

const openapiTokens: readonly string[] = [
  ...yamlTokens,
  '$ref: "#/components/schemas/Book"',
  '$ref: "#/paths/~1books~1{id}"',
  '$ref: https://evil.example/x.yaml',
  '$ref: "#/"',
  'in: path',
  'in: query',
  'style: deepObject',
  'explode: true',
  'oneOf: [',
  'discriminator: ',
  'openapi: 3.0.3\n',
  'openapi: 3.2.0\n',
  'swagger: "2.0"\n',
  'servers: []\n',
  'servers: [{url: "/rel"}]\n',
  'additionalProperties: true',
  'x-extra: 1',
  '/{a}/{a}:\n',
  '"/../%2e":\n',
  'operationId: getBook\n',
];

const braces: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{a: ', '}'],
  ['- ', ''],
  ['a:\n ', ''],
];

export const documentFormats: readonly Format[] = [
  {
    name: 'markdown',
    seeds: markdownSeeds,
    tokens: markdownTokens,
    nesting: [
      ['> ', ''],
      ['- ', ''],
      ['[', ']'],
      ['$(', ')'],
      ['**', '**'],
      ['<b>', '</b>'],
      ['(', ')'],
    ],
  },
  { name: 'yaml', seeds: yamlSeeds, tokens: yamlTokens, nesting: braces },
  { name: 'json', seeds: jsonSeeds, tokens: jsonTokens, nesting: braces },
  { name: 'openapi', seeds: openapiSeeds, tokens: openapiTokens, nesting: braces },
];
