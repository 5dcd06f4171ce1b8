import type { Ledger } from '../exec/ledger/ledger.ts';
import { type SkillRow, skillRow } from '../exec/ledger/row.ts';
import type { FoundOperation, OperationSource, RegisteredOperation } from '../exec/market/host.ts';
import type { Bundle } from '../ir/bundle.ts';
import { nearest } from '../ir/did-you-mean.ts';
import type { ToolTable } from '../map/tools/tool.ts';
import type { Compiled } from '../pipeline.ts';
import { StoreFault } from '../store/fault.ts';
import type { Snapshots } from '../store/snapshots.ts';
import { restoreBundle, storedFiles } from './bundle-store.ts';
import { declaredStores } from './declared-stores.ts';

/** With the tables of programs that the home goes by. */
export type CompileBundle = (bundle: Bundle, tools: ToolTable) => Compiled;

/** Operations of loaded skills, compiled from what was stored when they were loaded and never from the file as it is now. */
export class LoadedOperations implements OperationSource {
  private readonly ledger: Ledger;
  private readonly snapshots: Snapshots;
  readonly compile: (bundle: Bundle) => Compiled;
  /** By snapshot: content does not change, so what it compiles to does not either. */
  private readonly compiled = new Map<string, Compiled>();
  /** By the event that loaded it: the same operation of the same load is the same object. */
  private readonly registered = new Map<string, RegisteredOperation>();
  /** As they were when they were last looked up, by the name they were asked for. */
  private readonly remembered = new Map<string, RegisteredOperation>();

  constructor(ledger: Ledger, snapshots: Snapshots, compile: (bundle: Bundle) => Compiled) {
    this.ledger = ledger;
    this.snapshots = snapshots;
    this.compile = compile;
  }

  find(id: string, mayRemember: true): FoundOperation | Promise<FoundOperation>;
  find(id: string, mayRemember?: boolean): Promise<FoundOperation>;
  find(id: string, mayRemember = false): FoundOperation | Promise<FoundOperation> {
    const known = mayRemember ? this.remembered.get(id) : undefined;
    return known === undefined ? this.look(id) : { kind: 'operation', operation: known, isRemembered: true };
  }

  private async look(id: string): Promise<FoundOperation> {
    const found = await this.lookUp(id.replace(/^ccos\./, ''));
    if (found.kind === 'operation') this.remembered.set(id, found.operation);
    else this.remembered.delete(id);
    return found;
  }

  private async lookUp(wanted: string): Promise<FoundOperation> {
    const dot = wanted.indexOf('.');
    const skill = dot < 0 ? wanted : wanted.slice(0, dot);
    const row = await this.row(skill);
    if (row === undefined) return this.noSkill(skill);
    if (row === 'unreadable') return broken('skill/unreadable', `what is kept of \`${skill}\` cannot be read`, skill);
    if (dot < 0) return onlySkill(skill, row);
    const name = wanted.slice(dot + 1);
    const registered = row.operations.find((operation) => operation.name === name);
    if (registered === undefined) return noOperation(skill, name, row);
    const key = `${row.event} ${wanted}`;
    const before = this.registered.get(key);
    if (before !== undefined) return { kind: 'operation', operation: before };
    const compiled = this.restore(row);
    if (compiled === undefined) return broken('skill/snapshot', `the stored copy of \`${skill}\` is not whole`, skill);
    const found = compiled.operations.find(({ operation }) => operation.name === name);
    if (found?.plan === undefined || found.digest !== registered.plan)
      return broken(
        'skill/recompiled',
        `this version of skillc, or its tables of programs, read \`${wanted}\` differently`,
        skill,
      );
    const output = found.operation.output;
    const operation: RegisteredOperation = {
      id: wanted,
      loaded: true,
      loadedBy: row.event,
      skill,
      skillDigest: row.digest,
      source: row.uri,
      plan: found.plan,
      bundle: storedFiles(this.snapshots, row.snapshot),
      ...(output === undefined ? {} : { output }),
      stores: declaredStores(compiled.skill, name),
    };
    this.registered.set(key, operation);
    return { kind: 'operation', operation };
  }

  /** Undefined where no such skill is loaded. */
  async row(skill: string): Promise<SkillRow | undefined | 'unreadable'> {
    const value = await this.ledger.get('skills', skill);
    if (value === undefined || value === null) return undefined;
    return skillRow(value, 0) === undefined ? (value as unknown as SkillRow) : 'unreadable';
  }

  restore(row: SkillRow): Compiled | undefined {
    const snapshot = row.snapshot;
    if (snapshot === undefined) return undefined;
    const known = this.compiled.get(snapshot);
    if (known !== undefined) return known;
    const bundle = this.stored(snapshot, row.digest);
    if (bundle === undefined) return undefined;
    const compiled = this.compile(bundle);
    this.compiled.set(snapshot, compiled);
    return compiled;
  }

  /** A copy that was changed is as good as none: what it was is not there any more, and loading it again brings it back. */
  private stored(snapshot: string, digest: string): Bundle | undefined {
    try {
      return restoreBundle(this.snapshots, snapshot, digest);
    } catch (error) {
      if (error instanceof StoreFault) return undefined;
      throw error;
    }
  }

  private async noSkill(skill: string): Promise<FoundOperation> {
    const loaded = (await this.ledger.list('skills')).map(([id]) => id);
    const near = nearest(skill, loaded);
    const remedy = near === undefined ? 'load it: `skillc load PATH`' : `did you mean \`${near}\`?`;
    return { kind: 'missing', message: `no skill \`${skill}\` is loaded`, remedy };
  }
}

function onlySkill(skill: string, row: SkillRow): FoundOperation {
  return { kind: 'missing', message: `\`${skill}\` is a skill: name an operation of it too`, remedy: allOf(row) };
}

function noOperation(skill: string, name: string, row: SkillRow): FoundOperation {
  const names = row.operations.map((operation) => operation.name);
  const near = nearest(name, names);
  const remedy = near === undefined ? allOf(row) : `did you mean \`${near}\`?`;
  return { kind: 'missing', message: `\`${skill}\` has no operation \`${name}\``, remedy };
}

function allOf({ operations }: SkillRow): string {
  return `it has ${operations.map(({ name }) => `\`${name}\``).join(', ')}`;
}

function broken(code: string, message: string, skill: string): FoundOperation {
  return { kind: 'broken', code, message, remedy: `load \`${skill}\` again` };
}
