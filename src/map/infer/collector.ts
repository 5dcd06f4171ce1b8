import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import type { Encoding, Expr } from '../../ir/expr.ts';
import type { Json, Schema } from '../../ir/json.ts';
import type {
  CodePlace,
  Dependency,
  DerivedEntry,
  InputBinding,
  SecretUse,
  SettingUse,
  UndecidedEntry,
} from '../../ir/plan.ts';
import type { WrittenCredential } from '../../ir/redact.ts';
import type { Span } from '../../ir/span.ts';
import type { Hole, PlaceholderHole, VariableHole } from '../../ir/text.ts';

/** What the author's `{id}` or `YOUR_KEY` stands for. */
export interface WrittenStandIn {
  readonly kind: 'param' | 'secret' | 'setting';
  readonly name: string;
}

export interface InferredInput {
  readonly schema: Schema;
  readonly required: boolean;
}

/** What one operation's calls need from outside, gathered while its holes are decided. Lives for one operation. */
export class Collector {
  readonly inputs = new Map<string, InferredInput>();
  /** Declared inputs that stand in a credential slot: the broker fills them, not the caller. */
  readonly secretInputs = new Set<string>();
  readonly bindings: InputBinding[] = [];
  readonly secrets: SecretUse[] = [];
  readonly settings = new Map<string, SettingUse>();
  readonly diagnostics: Diagnostic[] = [];
  /** Credential values written out in the source. */
  readonly embedded: WrittenCredential[] = [];
  /** Variables that a credential is made of (`$(echo -n "$USER:$PASS" | base64)`): secrets wherever else they stand. */
  readonly credentialParts = new Set<string>();
  /** Stand-ins as they are written, by what fills them: a program that runs still has them in its words. */
  readonly written = new Map<string, WrittenStandIn>();
  /** Environment variables a program is given, by the parameter or secret that fills them. */
  readonly variables = new Map<string, Expr>();

  /** What code was found to touch, each with the first place that does. */
  readonly derived = new Map<string, DerivedEntry>();
  readonly dependencies = new Map<string, Dependency>();
  readonly undecided = new Map<string, UndecidedEntry>();
  /** Interpreters that scripts ask for. */
  readonly runtimes = new Set<string>();
  /** Files of the bundle that scripts load. */
  readonly modules = new Set<string>();

  /** A number for the next call: bindings name calls before it is known where they end up. */
  numberCall(): number {
    this.calls += 1;
    return this.calls;
  }

  private calls = 0;
  private readonly standIns = new Map<string, string>();

  param(hole: VariableHole | PlaceholderHole, encode: Encoding, schema: Schema = { type: 'string' }): Expr {
    const name = inputName(hole);
    const fallback = hole.kind === 'variable' ? hole.fallback : undefined;
    const withDefault: Schema =
      fallback === undefined || schema.default !== undefined ? schema : { ...schema, default: fallback };
    const optional = hole.optional === true;
    const required = fallback === undefined && !optional;
    this.addInput(name, withDefault, required);
    const style = hole.kind === 'placeholder' ? hole.style : undefined;
    const expr: Expr = {
      kind: 'param',
      name,
      encode,
      ...(style === undefined ? {} : { style }),
      ...(optional ? { optional: true } : {}),
    };
    this.variables.set(hole.name, { kind: 'param', name, encode: 'raw', ...(optional ? { optional: true } : {}) });
    if (hole.kind === 'placeholder') this.written.set(hole.written, { kind: 'param', name });
    return expr;
  }

  addInput(name: string, schema: Schema, required: boolean): void {
    const known = this.inputs.get(name);
    if (known === undefined) this.inputs.set(name, { schema, required });
    else this.inputs.set(name, { schema: { ...schema, ...known.schema }, required: known.required || required });
  }

  /** A literal the caller may replace. A name already taken by another place gets the bind's own name. */
  bindDefault(name: string, bind: string, value: Json, schema: Schema, call: number): void {
    const taken = this.inputs.has(name) || this.bindings.some((binding) => binding.name === name);
    const own = taken ? `${name}_${call}` : name;
    if (this.inputs.has(own)) return;
    this.inputs.set(own, { schema: { ...schema, default: value }, required: false });
    this.bindings.push({ name: own, bind, call });
  }

  secret(name: string, origin: string, slot: string): Effect {
    const use = { name, origin, slot };
    if (!this.secrets.some((known) => known.name === name && known.origin === origin && known.slot === slot))
      this.secrets.push(use);
    this.variables.set(name, { kind: 'secret', name });
    return { kind: 'secret', ...use };
  }

  /** The first of these names that no other stand-in of the same call has: two stand-ins are two secrets. */
  nameStandIn(written: string, names: readonly string[]): string {
    const holder = (name: string) => this.standIns.get(`${this.calls} ${name}`) ?? written;
    const more = Array.from({ length: this.standIns.size }, (_, taken) => `${names.at(-1) ?? ''}_${taken + 2}`);
    const name = [...names, ...more].find((one) => holder(one) === written) ?? '';
    this.standIns.set(`${this.calls} ${name}`, written);
    return name;
  }

  setting(name: string, example?: string): Expr {
    const known = this.settings.get(name);
    if (known === undefined || (known.example === undefined && example !== undefined)) {
      this.settings.set(name, { name, ...(example === undefined ? {} : { example }) });
    }
    return { kind: 'setting', name };
  }

  dynamic(hole: Extract<Hole, { kind: 'dynamic' }>, where: string, help: string): Expr {
    this.report('map/dynamic', `${where} \`${hole.name}\` is known only at run time: ${hole.reason}`, hole.span, help);
    return { kind: 'dynamic-value', name: hole.name, reason: hole.reason };
  }

  /** Takes over what another one found of the same script. */
  absorb(other: Collector): void {
    for (const { effect, span } of other.derived.values()) this.derive(effect, span);
    for (const entry of other.undecided.values()) this.leave(entry);
    for (const [key, one] of other.dependencies) this.dependencies.set(key, one);
    for (const { name, example } of other.settings.values()) this.setting(name, example);
    for (const path of other.modules) this.modules.add(path);
    for (const runtime of other.runtimes) this.runtimes.add(runtime);
  }

  derive(effect: Effect, span: CodePlace): void {
    const key = JSON.stringify(effect);
    if (!this.derived.has(key)) this.derived.set(key, { effect, span });
  }

  /** What the text of a script leaves open: shown, reported, and granted nothing. */
  leave(entry: UndecidedEntry): void {
    const key = `${entry.what} ${entry.message} ${entry.span.source}`;
    if (this.undecided.has(key)) return;
    this.undecided.set(key, entry);
    this.report('map/code-undecided', entry.message, entry.span);
  }

  report(code: Diagnostic['code'], message: string, span?: Span, help?: string): void {
    const seen = this.diagnostics.some((known) => known.code === code && known.message === message);
    if (!seen) this.diagnostics.push(diagnose(code, message, span, help));
  }
}

/** Variables become lower-case input names; `$POST_ID` and `POST_ID` in a path are the same input. */
export function inputName(hole: VariableHole | PlaceholderHole): string {
  return hole.kind === 'variable' ? hole.name.toLowerCase() : hole.name;
}
