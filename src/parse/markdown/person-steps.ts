type Words = readonly (string | undefined)[];

/**
 * Steps that a person takes at a keyboard, once: logging in, making a key, editing a file, configuring the agent itself.
 * An agent that took them would choose its own rights, so they are listed like what sets a machine up, and never run.
 */
export function isPersonStep(words: Words, underInstall: boolean): boolean {
  const own = behindRunner(words);
  const [program = ''] = own;
  const line = `${own.map((word) => word ?? '…').join(' ')} `;
  if (editors.test(line) || makesKey.test(line) || configuresAgent.test(line)) return true;
  const verbs = subcommandsOf(own);
  if (takesText.test(program) || verbs === undefined) return false;
  return isLogin(verbs) || (underInstall && (firstUse.test(verbs.join(' ')) || services.test(line)));
}

/** `npx -y firebase-tools@latest login` is `firebase-tools login`. */
function behindRunner(words: Words): Words {
  const runner = /^(?:npx|bunx|uvx)$/.test(words[0] ?? '') ? 1 : 0;
  const dlx = /^(?:pnpm|yarn)$/.test(words[0] ?? '') && words[1] === 'dlx' ? 2 : runner;
  if (dlx === 0) return words;
  const first = words.findIndex((word, index) => index >= dlx && !/^(?:-y|--yes|--bun|-q|--quiet)$/.test(word ?? ''));
  return first === -1 ? [] : words.slice(first);
}

/** Words in front of the first option, without the program: `auth login`. Undefined where one is no plain word. */
function subcommandsOf(words: Words): readonly string[] | undefined {
  const verbs: string[] = [];
  for (const word of words.slice(1, 5)) {
    if (word?.startsWith('-') === true) break;
    if (word === undefined || !/^[a-z][a-z0-9:-]*$/.test(word)) return verbs.length === 0 ? undefined : verbs;
    verbs.push(word);
  }
  return verbs;
}

/** Logging in, and what goes with it: storing a setting or a credential, making a key. */
function isLogin(verbs: readonly string[]): boolean {
  if (/^config (?:set|unset|init|set-(?:api-)?(?:key|token))(?: |$)/.test(verbs.join(' '))) return true;
  if (/^(?:identity|keys?|wallet) (?:generate|new|create)(?: |$)/.test(verbs.join(' '))) return true;
  const at = verbs.findIndex((verb) => /^(?:login|logout|signin|sign-in|login:ci)$/.test(verb));
  if (at === 0) return true;
  return (
    at > 0 &&
    verbs.slice(0, at).every((verb) => /^(?:auth|account|accounts|user|fn|tunnel|application-default)$/.test(verb))
  );
}

/** Programs whose operands are text or files: `grep login x` logs nobody in. */
const takesText =
  /[/.]|^(?:$|curl|wget|https?|xh|python3?|node|deno|bun|npx|uvx?|bash|sh|zsh|echo|printf|cat|jq|yq|git|make|cmake|cargo|go|ssh|scp|rsync|sudo|env|mkdir|cp|mv|rm|ls|cd|e?grep|rg|ag|sed|g?awk|find|fd|tar|unzip|zip|head|tail|sort|uniq|wc|diff|cut|tr|tee|xargs|less|more|file|stat|touch|ln|which|type|command|man|open|tmux|sqlite3|psql|mysql|redis-cli|eval|exec|source|test|time|watch|nohup|timeout|kill|pkill|killall|osascript)$/;

const editors = /^(?:(?:nano|vi|vim|nvim|emacs|code|subl|pico) [^-\s]|crontab -e |visudo |less [^-\s]+ $)/;

const makesKey =
  /^(?:solana-keygen (?:new|grind|recover) |cast wallet (?:new|import|new-mnemonic) |cosign generate-key-pair |ssh-keygen (?:-t|$)|age-keygen |gpg2? (?:--batch )?--(?:full-gen(?:erate)?-key|gen-key|generate-key|quick-gen(?:erate)?-key) )/;

const configuresAgent =
  /^(?:(?:openclaw|clawdbot|moltbot|claw) (?:config (?:set|unset|patch|edit)|gateway (?:start|restart|stop|install)|onboard|configure|setup|channels (?:add|login|logout)|devices approve|pairing approve|models (?:set|auth)|agents add|daemon (?:start|restart|stop|install)) |mcporter (?:add|config add|auth) |claude (?:setup-token|mcp (?:remove|add-json)) |gcloud (?:init|config set) |solana config set |gh auth (?:switch|refresh|setup-git) |aws configure |az account set |tailscale up )/;

/** What a program is told once after it was installed; only under a heading that says so. */
const firstUse =
  /^(?:init|setup|onboard|configure|doctor|register|auth|auth (?:setup|add|status|credentials|token)|config$|config set(?:-\w+)?|completion)(?: |$)/;

const services =
  /^(?:systemctl (?:--user )?(?:start|enable|restart|status|daemon-reload)|launchctl (?:load|bootstrap|unload)|pm2 (?:start|save|startup)|brew services|ollama (?:serve|pull)|docker (?:pull|compose up)|docker-compose up|hdiutil (?:attach|detach)) /;
