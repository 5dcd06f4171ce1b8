#!/bin/sh
# Installs the system programs that tests and benchmarks compare against, or that what they compare against needs. Says nothing when all are there.
set -eu

missing=''
for pair in curl:curl jq:jq wget:wget http:httpie bwrap:bubblewrap ip:iproute2 python3:python3 socat:socat prlimit:util-linux runc:runc git:git openssl:openssl strace:strace dbus-run-session:dbus-daemon gnome-keyring-daemon:gnome-keyring chromium:chromium rg:ripgrep /usr/bin/pip3:python3-pip npm:npm; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair##*:}"
done
# For the system's Python, whichever comes first on PATH.
/usr/bin/python3 -c 'import requests' >/dev/null 2>&1 || missing="$missing python3-requests"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing:$missing; install them with the package manager of this system" >&2
  exit 1
fi

as_root=''
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1 || ! sudo -n true 2>/dev/null; then
    echo "missing:$missing; run: sudo apt-get install -y$missing" >&2
    exit 1
  fi
  as_root='sudo -n'
fi

# shellcheck disable=SC2086
if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y -qq $missing >/dev/null 2>&1; then
  $as_root apt-get -o DPkg::Lock::Timeout=120 update -qq >/dev/null
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y -qq $missing >/dev/null || {
    echo "could not install:$missing; run: apt-get update && apt-get install -y$missing" >&2
    exit 1
  }
fi
