/** Names that no program reads as code, path, address or option. */
const harmless: readonly RegExp[] = [
  /^(LANG|LANGUAGE|LC_[A-Z]+|TZ)$/,
  /^(TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI|DEBIAN_FRONTEND)$/,
];

/**
 * Variables that steer loaders, shells, interpreters, package managers, TLS, proxies or helper programs.
 * Whole families, because each release of those programs adds a member.
 */
const steering: readonly RegExp[] = [
  /^(LD|DYLD|MALLOC|GLIBC|GCONV)_/,
  /^(PATH|HOME|SHELL|USER|LOGNAME|PWD|OLDPWD|TMPDIR|TMP|TEMP|IFS|ENV|BASH_ENV|CDPATH|FPATH|MANPATH)$/,
  /^(BASH|SHELLOPTS|BASHOPTS|PS[0-4]|PROMPT_COMMAND|ZDOTDIR|INPUTRC|GLOBIGNORE|FUNCNEST|POSIXLY_CORRECT|EXECIGNORE)/,
  /^(XDG|NIX|GUIX|CONDA|VIRTUAL_ENV|PYENV|NVM|RBENV|ASDF|MISE|VOLTA)(_|$)/,
  /^(PYTHON|PIP|UV|POETRY|PIPX|PDM|RYE|HATCH|JUPYTER|IPYTHON)/,
  /^(NODE|NPM|npm|YARN|PNPM|BUN|DENO|COREPACK|TS_NODE|TSX|ESBUILD|ELECTRON|V8)(_|$)/,
  /^(NODEJS|BABEL|WEBPACK|VITE)_(OPTIONS|CONFIG|PATH)/,
  /^(PERL|RUBY|GEM|BUNDLE|PHP|LUA|R_|RENV|JAVA|JDK|_JAVA|JVM|CLASSPATH|MAVEN|GRADLE|SBT|KOTLIN|SCALA|ERL|ELIXIR|MIX)/,
  /^(GO[A-Z]*|CARGO|CARGO_.*|RUST.*|CGO_.*|CC|CXX|CPP|LD|AR|AS|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|MAKEFILES)$/,
  /^(GIT|SSH|GPG|GNUPG|CURL|WGET|SSL|TLS|OPENSSL|REQUESTS|CVS|SVN|HG|RSYNC)(_|$|PAGER|HOME|RC)/,
  /^(all|http|https|ftp|no|socks|rsync|grpc)_proxy$/i,
  /(^|_)PROXY$/i,
  /(^|_)(PAGER|EDITOR|VISUAL|BROWSER|ASKPASS|PRELOAD|LIBRARY_PATH|CA_BUNDLE|CA_CERTS?|CERT_FILE|CERT_DIR|CAINFO)$/i,
  /^(LESS|MORE|MAN|LESSOPEN|LESSCLOSE|LESSKEY|LS_COLORS|TERMINFO|TERMCAP|TERMINFO_DIRS)$/,
  /^(HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|RESOLV|NSS_|KRB5|SASL|LDAP)/,
  /^(DOCKER|BUILDKIT|COMPOSE|KUBE|HELM|TF|AWS|AZURE|CLOUDSDK|GOOGLE|PG|MYSQL|REDIS|SQLITE|ODBC)_?(HOST|CONFIG|CONTEXT|CERT|ENDPOINT|PLUGIN|CLI|SERVICE|SYSCONF|OPTIONS|PASSFILE|HISTORY|EXEC)/,
  /^(KUBECONFIG|SUDO_.*|DISPLAY|WAYLAND_DISPLAY|DBUS_.*|MAIL.*|JQ_.*|GREP_OPTIONS|TAR_OPTIONS|GZIP|BZIP2|XZ_.*|ZIP.*|UNZIP.*)$/,
  /[^A-Za-z0-9_]|^$|^[0-9]/,
];

export function isSteering(name: string): boolean {
  return !matches(harmless, name) && matches(steering, name);
}

/** A name that programs look at without being told: what it holds may change what any command does. */
export function isConventional(name: string): boolean {
  return matches(harmless, name) || matches(steering, name);
}

function matches(rows: readonly RegExp[], name: string): boolean {
  return rows.some((row) => row.test(name));
}

export function isHarmless(name: string): boolean {
  return matches(harmless, name);
}
