import type { Operation, Skill } from '../../../src/ir/skill.ts';
import { parseSkill } from '../../../src/parse/index.ts';
import { bundleOf, withoutSpans } from '../bundle-of.ts';

type Data = Readonly<Record<string, unknown>>;

/** A small valid document with the given paths and other members. */
export function documentOf(paths: Data, rest: Data = {}): Data {
  const version = 'swagger' in rest ? {} : { openapi: '3.1.0' };
  const servers = 'swagger' in rest || 'servers' in rest ? {} : { servers: [{ url: 'https://api.pets.test/v1' }] };
  return { ...version, info: { title: 'Pets', version: '1.0.0' }, ...servers, paths, ...rest };
}

export interface Loaded {
  readonly skill: Skill | undefined;
  readonly operations: readonly Operation[];
  readonly codes: readonly string[];
  readonly messages: readonly string[];
}

export function load(document: Data): Loaded {
  const { skill, diagnostics } = parseSkill(bundleOf({ 'openapi.json': JSON.stringify(document) }));
  return {
    skill,
    operations: skill?.operations ?? [],
    codes: diagnostics.map(({ code }) => code),
    messages: diagnostics.map(({ message }) => message),
  };
}

export const ok = { responses: { '200': { description: 'ok' } } };

/** The request of the only operation, without places. */
export function requestOf(document: Data): Record<string, unknown> {
  const body = load(document).operations[0]?.body;
  return (body?.kind === 'http' ? withoutSpans(body.request) : {}) as Record<string, unknown>;
}

export const literal = (value: string) => [{ kind: 'literal', value }];
export const hole = (name: string, more: Data = {}) => ({ kind: 'placeholder', name, written: name, ...more });
export const secret = (name: string) => ({ kind: 'secret', name });
