import { diagnose } from '../ir/diagnostic.ts';
import { distinctFindings, type FindingRule, type Place, placesOf } from './finding.ts';

/** What others run or obey without being asked again: at the next login, in the next repository command, for the next user. */
const obeyed = [
  /^(?:~[^/]*|\$\{?HOME\}?|\/root|\/home\/[^/]+|\/Users\/[^/]+)\/\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|inputrc|xinitrc|xprofile|gitconfig|vimrc|emacs|npmrc|pypirc|curlrc|wgetrc|netrc)$/,
  /\/\.ssh\/(?:authorized_keys2?|config|rc|environment)$/,
  /\/\.config\/(?:autostart|fish)\//,
  /(?:^|\/)\.git\/(?:hooks\/|config$)/,
  /^\/etc\/(?:cron|profile|bash|zsh|ld\.so|pam|sudoers|passwd|shadow|ssh|init|rc|hosts$|environment$)/,
  /^\/var\/spool\/cron/,
  /^\/(?:bin|sbin|usr\/bin|usr\/sbin|lib|lib64|usr\/lib)\//,
];

export const writeOutside: FindingRule = ({ plans }) =>
  distinctFindings(
    plans.flatMap((plan) =>
      placesOf(plan).flatMap((place) =>
        place.effects.flatMap((effect) => {
          if (effect.kind !== 'write' || isOfKnownTool(place)) return [];
          const message = `writes \`${effect.path}\``;
          if (obeyed.some((pattern) => pattern.test(effect.path)) && !isRemoval(place))
            return [diagnose('effect/write-persistent', message, place.span)];
          return isOutside(effect.path) ? [diagnose('effect/write-outside', message, place.span)] : [];
        }),
      ),
    ),
  );

/** Scratch space is nobody's; what the tables of known programs list is what those programs are for. */
function isOutside(path: string): boolean {
  return /^(?:\/|~|\$\{?HOME)|(?:^|\/)\.\.(?:\/|$)/.test(path) && !/^\/(?:tmp|var\/tmp|dev)(?:\/|$)/.test(path);
}

/** Taking something away leaves nothing behind that anybody obeys. */
function isRemoval({ call }: Place): boolean {
  const args = call.args.kind === 'object' ? call.args.members : [];
  return args.some(
    ({ key, value }) => key === 'operation' && value.kind === 'literal' && /^remove/.test(String(value.value)),
  );
}

function isOfKnownTool({ call }: Place): boolean {
  return call.capability === 'sandbox.tool' && call.tier < 3;
}
