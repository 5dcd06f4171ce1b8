import type { Skill } from '../ir/skill.ts';
import type { Hints } from './infer/hints.ts';
import { isSecretName } from './secret-names.ts';

/** What a skill as a whole says about its secrets: declared names, and secret-like ones in its text. */
export function hintsOf(skill: Skill, text: string): Hints {
  const primary = skill.secrets.find((secret) => secret.primary)?.name;
  const prose = [...outsideFences(text).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)]
    .map((match) => match[0])
    .filter((name) => isSecretName(name) && !/^(?:YOUR|MY)_/.test(name));
  const mentioned = new Set([...skill.secrets.map(({ name }) => name), ...skill.env.filter(isSecretName), ...prose]);
  return {
    prefix: skill.id.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase(),
    ...(primary === undefined ? {} : { primarySecret: primary }),
    declaredSecrets: new Set(skill.secrets.map(({ name }) => name)),
    mentionedSecrets: [...mentioned],
    fromText: true,
  };
}

/** Names in code say what a command uses, not what the skill as a whole needs. */
function outsideFences(text: string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .filter((line) => {
      const mark = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark === undefined) return fence === undefined;
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      return false;
    })
    .join('\n');
}
