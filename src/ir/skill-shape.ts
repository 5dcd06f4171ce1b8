import { codePlace, span } from './plan-shape.ts';
import { requestTemplate } from './request-shape.ts';
import { anything, byKind, flag, list, map, number, only, optional, record, text } from './shape.ts';
import { shellProgram, shellWord } from './shell-shape.ts';
import type {
  Binding,
  Body,
  BundleFile,
  DeclaredInstall,
  DeclaredSecret,
  HttpBody,
  Operation,
  Requirements,
  SandboxRequest,
  ScriptBody,
  SetupLine,
  ShellBody,
  Skill,
  SourceInfo,
  SuppliedFile,
} from './skill.ts';

const sandboxRequest = record<SandboxRequest>({
  egress: optional(list(text)),
  read: optional(list(text)),
  write: optional(list(text)),
  runtime: optional(text),
  packages: optional(list(text)),
  installs: optional(
    list(record<DeclaredInstall>({ ecosystem: text, name: text, version: text, bins: list(text), span: codePlace })),
  ),
});

const body = byKind<Body>({
  http: record<HttpBody>({ kind: only('http'), request: requestTemplate }),
  shell: record<ShellBody>({
    kind: only('shell'),
    program: shellProgram,
    scope: list(record<Binding>({ name: text, value: shellWord, exported: flag, span })),
    files: list(record<SuppliedFile>({ path: text, content: text, span })),
  }),
  script: record<ScriptBody>({ kind: only('script'), runtime: text, source: text, span }),
});

const operation = record<Operation>({
  kind: only('operation'),
  name: text,
  description: text,
  input: optional(map),
  output: optional(map),
  body,
  sandbox: optional(sandboxRequest),
  requires: optional(record<Requirements>({ approval: flag, secrets: list(text) })),
  span,
});

const source = record<SourceInfo>({
  uri: text,
  digest: text,
  format: only('markdown', 'yaml', 'json', 'openapi'),
  entry: text,
});

export const skillShape = record<Skill>({
  kind: only('skill'),
  id: text,
  name: text,
  version: text,
  description: text,
  source,
  classifications: list(text),
  secrets: list(record<DeclaredSecret>({ name: text, primary: flag, description: optional(text), span })),
  env: list(text),
  operations: list(operation),
  setup: list(record<SetupLine>({ text, span })),
  declared: sandboxRequest,
  baseUrl: optional(text),
  homepage: optional(text),
  license: optional(text),
  metadata: anything,
  files: list(record<BundleFile>({ path: text, digest: text, executable: flag, size: number })),
  span,
});
