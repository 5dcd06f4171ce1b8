import { canonicalJson, sha256 } from '../../ir/digest.ts';
import type { Interpreter } from '../runtime/interpreters.ts';
import type { Ecosystem, Requirement } from './requirement.ts';

/** What makes two environments the same. */
export interface EnvironmentRequest {
  readonly ecosystem: Ecosystem;
  /** `python 3.11`, `node 24`: packages are built for one of these. */
  readonly runtime: string;
  /** Sorted, each once. */
  readonly packages: readonly string[];
}

export function environmentRequest(
  ecosystem: Ecosystem,
  { language, version }: Pick<Interpreter, 'language' | 'version'>,
  requirements: readonly Requirement[],
): EnvironmentRequest {
  const parts = version.split('.').slice(0, language === 'python' ? 2 : 1);
  const packages = [...new Set(requirements.map(({ text }) => text))].sort();
  return { ecosystem, runtime: `${language} ${parts.join('.')}`, packages };
}

export function environmentKey({ ecosystem, runtime, packages }: EnvironmentRequest): string {
  return sha256(canonicalJson({ ecosystem, runtime, packages }));
}
