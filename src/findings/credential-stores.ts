/** Where programs keep the credentials of their users, and the programs and sites whose own they are. */
export interface CredentialStore {
  readonly path: RegExp;
  readonly programs: readonly string[];
  readonly sites: readonly string[];
}

const store = (path: RegExp, programs: string, sites = ''): CredentialStore => ({
  path,
  programs: programs.split(' ').filter((word) => word !== ''),
  sites: sites.split(' ').filter((word) => word !== ''),
});

const home = String.raw`^(?:~[^/]*|\$\{?HOME\}?|/root|/home/[^/]+|/Users/[^/]+)/`;
const beneath = (rest: string) => new RegExp(home + rest, 'i');

export const credentialStores: readonly CredentialStore[] = [
  store(
    beneath(String.raw`\.ssh(?:/(?!known_hosts|config$|[^/]*\.pub$).*)?$`),
    'ssh scp sftp rsync git ssh-keygen ssh-add ssh-copy-id ansible',
  ),
  store(beneath(String.raw`\.aws/(?:credentials|sso|cli)`), 'aws terraform cdk sam eksctl pulumi', 'amazonaws.com'),
  store(beneath(String.raw`\.config/gcloud(?:/|$)`), 'gcloud gsutil bq terraform', 'googleapis.com'),
  store(beneath(String.raw`\.azure(?:/|$)`), 'az terraform azd', 'azure.com microsoft.com'),
  store(beneath(String.raw`\.kube/config`), 'kubectl helm k9s kustomize argocd istioctl flux kubectx'),
  store(beneath(String.raw`\.docker/config\.json`), 'docker docker-compose podman'),
  store(beneath(String.raw`\.git-credentials$`), 'git gh', 'github.com gitlab.com'),
  store(beneath(String.raw`\.netrc$`), 'curl git wget ftp'),
  store(beneath(String.raw`\.(?:npmrc|pypirc|yarnrc(?:\.yml)?)$`), 'npm npx yarn pnpm node bun pip twine uv'),
  store(beneath(String.raw`\.config/gh/hosts\.yml$`), 'gh git', 'github.com'),
  store(beneath(String.raw`\.gnupg(?:/|$)`), 'gpg gpg2 git pass'),
  store(beneath(String.raw`\.password-store(?:/|$)`), 'pass gpg'),
  store(beneath(String.raw`\.(?:bash|zsh|python)_history$`), ''),
  store(beneath(String.raw`\.(?:pgpass|my\.cnf)$`), 'psql pg_dump mysql mysqldump pg_restore'),
  store(beneath(String.raw`(?:Library/Keychains|\.local/share/keyrings)(?:/|$)`), 'security'),
  store(
    beneath(
      String.raw`(?:Library/Application Support|\.config|\.mozilla|snap)/?.*(?:chrome|chromium|firefox|brave).*(?:Login Data|Cookies|logins\.json|key4\.db)`,
    ),
    '',
  ),
  store(beneath(String.raw`.*(?:wallet\.dat|\.config/solana/id\.json|\.ethereum/keystore)`), 'solana geth'),
  store(/^\/etc\/(?:shadow|gshadow|sudoers)/, 'passwd visudo'),
];
