import type { Json, Schema } from './json.ts';
import type { Dependency } from './plan.ts';
import type { RequestTemplate } from './request.ts';
import type { ShellProgram, ShellWord } from './shell-program.ts';
import type { Span } from './span.ts';

export type SkillFormat = 'markdown' | 'yaml' | 'json' | 'openapi';

/** What the source says: commands parsed, not understood. */
export interface Skill {
  readonly kind: 'skill';
  /** `name` as a slug. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly source: SourceInfo;
  /** Declared data classifications, e.g. `pii.user_query`. */
  readonly classifications: readonly string[];
  readonly secrets: readonly DeclaredSecret[];
  /** Environment variables the metadata says must exist; not secret by that alone. */
  readonly env: readonly string[];
  readonly operations: readonly Operation[];
  /** Install and set-up lines: shown to the reviewer, never operations. */
  readonly setup: readonly SetupLine[];
  /** What the skill declares about its own reach; never a grant, only a limit. */
  readonly declared: SandboxRequest;
  /** `api_base` and the like: the base of `METHOD /path` requests. */
  readonly baseUrl?: string;
  readonly homepage?: string;
  readonly license?: string;
  /** Everything else the source says about itself, as data. */
  readonly metadata: Json;
  /** The bundle's other files, by digest. */
  readonly files: readonly BundleFile[];
  readonly span: Span;
}

export interface SourceInfo {
  /** Where it came from, as the user named it. */
  readonly uri: string;
  /** `sha256:…` of the file's bytes, or of the directory. */
  readonly digest: string;
  readonly format: SkillFormat;
  /** The file that was compiled, inside the bundle. */
  readonly entry: string;
}

export interface BundleFile {
  readonly path: string;
  readonly digest: string;
  readonly executable: boolean;
  readonly size: number;
}

export interface DeclaredSecret {
  readonly name: string;
  /** `primaryEnv`: takes the place of literal stand-ins in credential slots. */
  readonly primary: boolean;
  readonly description?: string;
  readonly span: Span;
}

export interface SetupLine {
  /** The line as written. */
  readonly text: string;
  readonly span: Span;
}

export interface SandboxRequest {
  /** `[]` means none, undefined means not said. Host names or origins as written. */
  readonly egress?: readonly string[];
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly runtime?: string;
  readonly packages?: readonly string[];
  /** `metadata.*.install`: what brings the programs that the skill uses. */
  readonly installs?: readonly DeclaredInstall[];
}

export interface DeclaredInstall extends Omit<Dependency, 'programs'> {
  /** Programs that come with it. */
  readonly bins: readonly string[];
}

export interface Operation {
  readonly kind: 'operation';
  /** snake_case ASCII slug of at most 48 characters, unique in its skill. */
  readonly name: string;
  readonly description: string;
  /** Declared input schema, where the format has one; inference adds to it, never against it. */
  readonly input?: Schema;
  readonly output?: Schema;
  readonly body: Body;
  readonly sandbox?: SandboxRequest;
  readonly requires?: Requirements;
  readonly span: Span;
}

/** What the source asks for beyond what the body shows. It makes an operation stricter, never freer. */
export interface Requirements {
  readonly approval: boolean;
  /** Secrets that must be there, wherever they are used. */
  readonly secrets: readonly string[];
}

export type Body = HttpBody | ShellBody | ScriptBody;

export interface HttpBody {
  readonly kind: 'http';
  readonly request: RequestTemplate;
}

export interface ShellBody {
  readonly kind: 'shell';
  readonly program: ShellProgram;
  /** Assignments that hold before the program: earlier lines of the block, `export NAME=literal` of earlier blocks. */
  readonly scope: readonly Binding[];
  /** Files that the text supplies: `Write to /tmp/x.json:` and the block after it. */
  readonly files: readonly SuppliedFile[];
}

export interface Binding {
  readonly name: string;
  readonly value: ShellWord;
  readonly exported: boolean;
  readonly span: Span;
}

export interface SuppliedFile {
  readonly path: string;
  readonly content: string;
  readonly span: Span;
}

export interface ScriptBody {
  readonly kind: 'script';
  /** `python:3.11`, `node:20`, `bash`, `container:ubuntu:22.04`. */
  readonly runtime: string;
  readonly source: string;
  readonly span: Span;
}
