#!/usr/bin/env bash
# From a clone to a running Sapa: gets Bun if it is absent, builds the executable, makes the data folder and the
# administrator, and starts the server in the foreground. Safe to run again: what is there stays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
Usage: ./install.sh [--no-start] [-- FLAGS]

  --no-start   only build dist/sapa
  -- FLAGS     flags for `sapa serve`, such as -- --host 0.0.0.0 --port 8080

Variables: SAPA_ADMIN_EMAIL (default admin@example.com), SAPA_ADMIN_PASSWORD (default: a random one, printed once),
and those of `sapa serve`, such as SAPA_DATA, SAPA_HOST, SAPA_PORT and SAPA_PUBLIC_URL.
TEXT
}

start=yes
while [ $# -gt 0 ]; do
  case $1 in
    --no-start) start=no ;;
    --help | -h)
      usage
      exit 0
      ;;
    --)
      shift
      break
      ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
  shift
done

# shellcheck source=scripts/get-bun.sh
. scripts/get-bun.sh
ensure_bun
say "Using Bun $(bun --version)"

say "Installing packages as bun.lock says"
bun install --frozen-lockfile --silent

say "Building dist/sapa"
bun scripts/build.ts

if [ "$start" = no ]; then
  say "Built. Start it with: dist/sapa serve"
  exit 0
fi

# The folder may come as a flag for `sapa serve`; the administrator must go into the same one.
data=${SAPA_DATA:-data}
previous=
for flag in "$@"; do
  case $flag in --data=*) data=${flag#--data=} ;; esac
  [ "$previous" = --data ] && data=$flag
  previous=$flag
done

say "Making the administrator's account in $data (unless there is one)"
email=${SAPA_ADMIN_EMAIL:-admin@example.com}
refusal=$(mktemp)
trap 'rm -f "$refusal"' EXIT
code=0
if [ -n "${SAPA_ADMIN_PASSWORD:-}" ]; then
  printf '%s\n' "$SAPA_ADMIN_PASSWORD" | dist/sapa admin create --email "$email" --password-stdin --data "$data" 2>"$refusal" || code=$?
else
  dist/sapa admin create --email "$email" --data "$data" 2>"$refusal" || code=$?
fi
if [ "$code" != 0 ]; then
  grep -q 'administrator already' "$refusal" || {
    cat "$refusal" >&2
    exit "$code"
  }
  say "There is an administrator already; the account stays as it is (sapa admin reset-password gives it another password)"
fi
rm -f "$refusal"

# The server has no use for it, and a process's environment can be read by others of the same user.
unset SAPA_ADMIN_PASSWORD
say "Starting the server; Ctrl-C stops it. Later: dist/sapa serve --data $data"
exec dist/sapa serve "$@"
