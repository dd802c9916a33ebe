# Sourced by install.sh and scripts/test.sh, from the repository's root. Puts the pinned Bun first in PATH: the one that
# is installed when it is that version, else one of our own in .tools/. Nothing outside the repository is changed, except
# that Node and npm come from apt when they are absent and this runs as root.

BUN_VERSION=1.4.5

say() { printf '==> %s\n' "$*" >&2; }
fail() { printf 'Sapa: %s\n' "$*" >&2; exit 1; }

# apt_install WHAT-FOR PACKAGE…
apt_install() {
  local purpose=$1
  shift
  command -v apt-get >/dev/null || fail "$purpose is missing and there is no apt-get here. Install $* and run this again."
  [ "$(id -u)" = 0 ] || fail "$purpose is missing. Install it (apt-get install $*) or run this as root, then run it again."
  say "Installing $purpose from the system's packages ($*)"
  DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

is_pinned_bun() { [ -x "$1" ] && [ "$("$1" --version 2>/dev/null)" = "$BUN_VERSION" ]; }

# The package's own postinstall would only move the file; many set-ups block such scripts, so we look for it ourselves.
find_fetched_bun() {
  local candidate
  for candidate in .tools/node_modules/@oven/bun-linux-*/bin/bun; do
    if is_pinned_bun "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
}

fetch_bun() {
  command -v npm >/dev/null || apt_install "npm (which brings Bun)" nodejs npm
  say "Getting Bun $BUN_VERSION into .tools/"
  mkdir -p .tools
  # A package.json of its own: npm would otherwise climb up and install into the repository.
  [ -f .tools/package.json ] || printf '{"private":true}\n' >.tools/package.json
  npm install --prefix .tools --no-save --no-audit --no-fund --ignore-scripts --loglevel=error "bun@$BUN_VERSION" >&2
}

ensure_bun() {
  local found
  found=$(command -v bun || true)
  if [ -n "$found" ] && is_pinned_bun "$found"; then return; fi
  found=$(find_fetched_bun)
  if [ -z "$found" ]; then
    fetch_bun
    found=$(find_fetched_bun)
  fi
  [ -n "$found" ] || fail "Bun $BUN_VERSION has no package for this machine ($(uname -sm)), or its processor is too old for it."
  mkdir -p .tools/bin
  ln -sf "../../$found" .tools/bin/bun
  PATH="$PWD/.tools/bin:$PATH"
  export PATH
}
