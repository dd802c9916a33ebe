# Sourced by install.sh and scripts/test.sh, from the repository's root. Puts the pinned Bun first in PATH: the installed
# one if it has that version, otherwise our own copy in .tools/. Nothing outside the repository is changed, except that
# apt installs Node and npm when they are missing and this runs as root.

BUN_VERSION=1.4.5

# SHA-512 of the packages of this version (bun_package), as npm publishes them ("npm view PACKAGE dist.integrity", in
# hexadecimal). They are kept here because a registry, a mirror or a cache that was tampered with would also send a
# matching hash.
bun_hash() {
  case $1 in
    x64) echo 2165fd0442e8187014b4ca2791e49a35a6705f3464fa80f0e8c93e1c115777728760804d06c20646ea4c64f7203680db2692eeea00098c8a0854f66db75689d6 ;;
    x64-baseline) echo b3cc8cc187059e7ac0d7bf208e2d2065b904d965437a3fd38b5c7bef4a0f7e2871c91c5230d846862010357579dda0deada67192c76f295fd101d40109dd2a3c ;;
    x64-musl) echo d744285bf61f4e09d445a184687a490a25e32c8d9ee624ed7d50da03924a73253369ad5caba715518f7f52ae57918cefb518c72d17bd3a3fe54c3210731cbc1d ;;
    x64-musl-baseline) echo 71626153c874f8c8948294adf7db10863c4b208a2c28470a61db4a75da21a2452f02e37a8ca3b2ee0efe4034d94d7b701f1cfddf02f7057f8beb05d53c3507dc ;;
    aarch64) echo e015e6b122a78ceae5196a99578c7fa166bb015a11f81ea509775d3333805c1226dede747ac960f706faea09ad5b501a984435975083be69abbb2b0486a39632 ;;
    aarch64-musl) echo 5c235cf96bef30074d35bf8e593a20a72f8df709bad9f91578454b6fa868c34459856e4b3e2e9cec19647950ae5a9b3b5e3125dac685a4715adb4ff513e3c01e ;;
    darwin-aarch64) echo e0c2055c799cb47d84840c4b5e6dbfab136dbf5edd16d2c9ca5bda382b2b82ae8a4aa1d3b3a796e584ab26345b27161425a47dd357ec37c25f64e6be0ac5a959 ;;
    *) return 1 ;;
  esac
}

# bun_package FLAVOUR: the name of the package. Without a system in front, the flavour is one for Linux.
bun_package() {
  case $1 in
    darwin-*) echo "@oven/bun-$1" ;;
    *) echo "@oven/bun-linux-$1" ;;
  esac
}

say() { printf '==> %s\n' "$*" >&2; }
fail() { printf 'Sapa: %s\n' "$*" >&2; exit 1; }

# explain WHAT LOG: fails with one line that has the cause of a program's failure and what to do about it.
explain() {
  local what=$1 log=$2
  if grep -qiE 'ENOSPC|no space left' "$log"; then
    fail "$what: the disk filled up. Free some space (a first build needs about 700 MiB) and run this again."
  fi
  if grep -qiE 'EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|DNSResolveFailed|ConnectionRefused|ConnectionClosed|FailedToOpenSocket|Temporary failure resolving|Could not resolve|Unable to connect|Network is unreachable' "$log"; then
    fail "$what: the network or the package server cannot be reached. Connect this machine (or set its proxy) and run this again."
  fi
  # The last line of the log that contains words.
  fail "$what: $(tr -d '\r' <"$log" | grep -E '[[:alpha:]]{3}' | tail -1 | cut -c1-300). The full log is in $(keep_log "$log")"
}

# within_minutes MINUTES LOG COMMAND…: runs the command with its output in LOG, and ends it after MINUTES. Otherwise a
# package server that accepts the connection and then sends nothing would block the installation for ever.
within_minutes() {
  local minutes=$1 log=$2 code=0 foreground= reminder
  shift 2
  # With this flag, Ctrl-C reaches the command. BusyBox does not have it.
  timeout --foreground 1 true 2>/dev/null && foreground=--foreground
  (
    pause=
    trap '[ -z "$pause" ] || kill "$pause" 2>/dev/null; exit' TERM
    sleep 20 >/dev/null 2>&1 &
    pause=$!
    wait "$pause" && say "Still waiting for the package server; giving up after $minutes minutes. Press Ctrl-C to stop."
  ) &
  reminder=$!
  timeout $foreground -k 10 $((minutes * 60)) "$@" >>"$log" 2>&1 || code=$?
  kill "$reminder" 2>/dev/null || true
  wait "$reminder" 2>/dev/null || true
  case $code in 124 | 137) printf 'ETIMEDOUT: not finished after %s minutes\n' "$minutes" >>"$log" ;; esac
  return "$code"
}

keep_log() {
  local kept
  kept=$(mktemp "${TMPDIR:-/tmp}/sapa-install.XXXXXX") && cp "$1" "$kept" && printf '%s\n' "$kept"
}

free_mebibytes() { df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }'; }

# need_space MEBIBYTES FOLDER WHAT-FOR
need_space() {
  local free
  free=$(free_mebibytes "$2")
  [ "$free" -ge "$1" ] || fail "The disk has $free MiB free, and $3 needs about $1 MiB in $(cd "$2" && pwd). Free some space and run this again."
}

# Makes a folder for logs and temporary files, which is removed however this shell ends. Call it in a subshell of its own,
# because it sets traps.
make_scratch() {
  scratch=$(mktemp -d "$1/sapa.XXXXXX") || fail "A temporary folder could not be made in $1; is its disk full?"
  # A subshell that gets a signal right after it was forked runs this shell's traps, and must not remove the folder.
  scratch_owner=$BASHPID
  trap 'if [ "$BASHPID" = "$scratch_owner" ]; then rm -rf "$scratch"; fi' EXIT
  trap 'exit 130' INT TERM
}

# apt_install WHAT-FOR PACKAGE…
apt_install() { (run_apt "$@") || exit 1; }

run_apt() {
  local purpose=$1
  shift
  command -v apt-get >/dev/null || fail "$purpose is missing and there is no apt-get here. Install $* and run this again."
  [ "$(id -u)" = 0 ] || fail "$purpose is missing. Install it (apt-get install $*) or run this as root, then run it again."
  say "Installing $purpose from the system's packages ($*)"
  make_scratch "${TMPDIR:-/tmp}"
  # Every system has the C locale; with a missing one, Perl and dpkg print pages of warnings.
  local apt=(env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  if ! within_minutes 5 "$scratch/apt.log" "${apt[@]}" update ||
    ! within_minutes 15 "$scratch/apt.log" "${apt[@]}" install -y --no-install-recommends "$@"; then
    explain "apt-get could not install $*" "$scratch/apt.log"
  fi
}

is_pinned_bun() { [ -x "$1" ] && [ "$("$1" --version 2>/dev/null)" = "$BUN_VERSION" ]; }

# Chooses Bun's package for this machine by its processor, its C library, and AVX2, which old x86 processors do not have.
bun_flavour() {
  local flavour
  case $(uname -sm) in
    "Linux x86_64") flavour=x64 ;;
    "Linux aarch64") flavour=aarch64 ;;
    *) return 1 ;;
  esac
  # Debian's package musl adds such a file to a system whose programs use glibc.
  if ls /lib/ld-musl-* >/dev/null 2>&1 && ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then flavour=$flavour-musl; fi
  if [ "${flavour#x64}" != "$flavour" ] && ! grep -qw avx2 /proc/cpuinfo; then flavour=$flavour-baseline; fi
  printf '%s\n' "$flavour"
}

# fetch_bun FLAVOUR FILE: downloads the package with npm and checks its hash. FILE appears only when it is complete.
fetch_bun() {
  command -v npm >/dev/null || apt_install "npm (which brings Bun)" nodejs npm
  say "Downloading Bun $BUN_VERSION into .tools/"
  mkdir -p .tools
  (run_fetch "$@") && return
  rmdir .tools 2>/dev/null
  exit 1
}

run_fetch() {
  local flavour=$1 target=$2 archive
  need_space 160 . "Bun"
  # Left over from a run that was killed.
  rm -rf .tools/sapa.*
  make_scratch .tools
  # By default npm tries for more than a minute before it reports that there is no network.
  within_minutes 10 "$scratch/npm.log" npm pack "$(bun_package "$flavour")@$BUN_VERSION" --pack-destination "$scratch" --loglevel=error \
    --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=2000 ||
    explain "npm could not get Bun $BUN_VERSION" "$scratch/npm.log"
  archive=$(find "$scratch" -name '*.tgz')
  [ "$(sha512sum "$archive" | cut -d' ' -f1)" = "$(bun_hash "$flavour")" ] ||
    fail "The file that npm downloaded as Bun $BUN_VERSION ($flavour) is not the published one: its SHA-512 differs. It was deleted. Check the registry that npm uses (npm config get registry)."
  tar -xzf "$archive" -C "$scratch" package/bin/bun 2>"$scratch/tar.log" || explain "Bun $BUN_VERSION could not be unpacked" "$scratch/tar.log"
  mkdir -p "$(dirname "$target")"
  mv "$scratch/package/bin/bun" "$target"
}

# bun_for FLAVOUR: sets `found` to the path of Bun for another system, from which executables for it are made.
bun_for() {
  found=.tools/bun-$BUN_VERSION-$1/bun
  [ -x "$found" ] || fetch_bun "$1" "$found"
}

ensure_bun() {
  local found flavour
  found=$(command -v bun || true)
  if [ -n "$found" ] && is_pinned_bun "$found"; then return; fi
  flavour=$(bun_flavour) || fail "Bun $BUN_VERSION has no package for this machine ($(uname -sm)). Sapa runs on Linux with an x86-64 or ARM64 processor."
  found=.tools/bun-$BUN_VERSION-$flavour/bun
  is_pinned_bun "$found" || fetch_bun "$flavour" "$found"
  is_pinned_bun "$found" || fail "Bun $BUN_VERSION ($flavour) does not run on this machine ($(uname -sm)): $("$found" --version 2>&1 | tail -1)"
  mkdir -p .tools/bin
  ln -sfn "../../$found" .tools/bin/bun
  PATH="$PWD/.tools/bin:$PATH"
  export PATH
}
