/** Sub-commands that install, by program. */
const installers: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:install|i|ci|add|link|update|uninstall|init|create)$/],
  ['pnpm', /^(?:install|i|add|link|update|create|setup)$/],
  ['yarn', /^(?:install|add|global|link|create)$/],
  ['bun', /^(?:install|add|link|i|create)$/],
  ['deno', /^(?:install|add)$/],
  ['pip', /^(?:install|uninstall)$/],
  ['pip3', /^(?:install|uninstall)$/],
  ['pipx', /^(?:install|inject|upgrade|ensurepath)$/],
  ['pipenv', /^(?:install|sync)$/],
  ['pdm', /^(?:install|add|sync)$/],
  ['poetry', /^(?:install|add|lock|self)$/],
  ['conda', /^(?:install|create|activate|env|config|update)$/],
  ['mamba', /^(?:install|create|activate|env|update)$/],
  ['micromamba', /^(?:install|create|activate|env|update)$/],
  ['brew', /^(?:install|tap|upgrade|update|reinstall)$/],
  ['apt', /^(?:install|update|upgrade)$/],
  ['apt-get', /^(?:install|update|upgrade)$/],
  ['apt-key', /^add$/],
  ['add-apt-repository', /./],
  ['dpkg', /^(?:-i|--install)$/],
  ['rpm', /^(?:-[iU]\w*|--import|--install)$/],
  ['yum', /^(?:install|update)$/],
  ['dnf', /^(?:install|update)$/],
  ['apk', /^(?:add|update)$/],
  ['pacman', /^-S/],
  ['zypper', /^(?:install|in|refresh)$/],
  ['snap', /^install$/],
  ['flatpak', /^install$/],
  ['choco', /^install$/],
  ['winget', /^install$/],
  ['scoop', /^install$/],
  ['port', /^install$/],
  ['nix-env', /^-i/],
  ['xcode-select', /^--install$/],
  ['nvm', /^(?:install|use|alias)$/],
  ['fnm', /^(?:install|use|default)$/],
  ['volta', /^(?:install|pin)$/],
  ['asdf', /^(?:install|plugin|global|local)$/],
  ['mise', /^(?:install|use|trust)$/],
  ['go', /^(?:install|get)$/],
  ['cargo', /^(?:install|add|binstall)$/],
  ['rustup', /./],
  ['foundryup', /^/],
  ['gem', /^install$/],
  ['bundle', /^install$/],
  ['composer', /^(?:install|require)$/],
  ['opam', /^(?:install|init|switch)$/],
  ['luarocks', /^install$/],
  ['pod', /^install$/],
  ['tlmgr', /^(?:install|update|init-usertree)$/],
  ['dotnet', /^tool$/],
  ['git', /^clone$/],
  ['install', /./],
  ['update-ca-certificates', /^/],
  ['chmod', /^(?:\+x|a\+x|u\+x|755|\+rx|-R)$/],
  ['mkdir', /./],
  ['clawhub', /^(?:install|update)$/],
  ['clawdhub', /^(?:install|update)$/],
  ['molthub', /^(?:install|update)$/],
  ['playwright', /^install(?:-deps)?$/],
]);

/** The same behind two words. */
const longInstallers =
  /^(?:uv (?:pip|sync|add|venv|self|lock|python)|uv tool (?:install|upgrade)|python3? -m (?:pip|venv|ensurepip)|python3? -m (?:playwright install|spacy download)|git submodule (?:add|init|update)|npx (?:-y )?(?:skills|clawhub|clawdhub|molthub|playwright|openskills|add-skill|puppeteer)(?:@\S+)? (?:add|install|update)|npx (?:-y )?skills(?:@\S+)? |(?:npx (?:-y |--yes )?|pnpm dlx |bunx (?:--bun )?|yarn dlx )(?:create-[\w-]+|shadcn)(?:@\S+)? |(?:openclaw|clawdbot|moltbot|claw) (?:skills?|plugins?) (?:install|add|enable|update)|claude (?:plugin|mcp) (?:install|add|marketplace)|gemini (?:extensions|skills) install|gemini mcp add|codex mcp add|gh extension install|kubectl krew install|helm repo (?:add|update)|gcloud components (?:install|update)|az extension add|nix profile install|code --install-extension|corepack enable|go mod (?:download|tidy))/;

/** Whether a command puts programs or packages on the machine. A word with holes is `undefined`. */
export function isInstall(words: readonly (string | undefined)[]): boolean {
  const [path = '', subcommand] = words;
  const program = environmentInstaller.exec(path)?.[1] ?? path;
  if (installers.get(program)?.test(subcommand ?? '') === true) return true;
  const line = [program, ...words.slice(1).map((word) => word ?? '…')].join(' ');
  return longInstallers.test(`${line} `);
}

/** `.venv/bin/pip`, `~/.local/bin/uv`. */
const environmentInstaller = /\/bin\/(pip3?|uv|npm|cargo|pipx|python3?)$/;
