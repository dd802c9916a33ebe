# Sourced by install.sh: gets a prebuilt release from a folder or an address, and checks its signature before it is run.

# The keys are those that an installed Sapa trusts.
release_keys() { sed -n 's/^export const RELEASE_KEYS.*= \[\(.*\)\];$/\1/p' src/server/platform/release/release.ts | tr -d '", ' | fold -w 56; }

release_target() {
  local flavour
  flavour=$(bun_flavour) || fail "There is no release for this machine ($(uname -sm))."
  flavour=${flavour%-baseline}
  case $flavour in aarch64*) flavour=arm64${flavour#aarch64} ;; esac
  printf 'linux-%s\n' "$flavour"
}

# fetch_file FROM NAME FOLDER: copies or downloads one file of the release.
fetch_file() {
  local from=${1%/} name=$2 folder=$3
  case $from in
    http://* | https://*)
      within_minutes 15 "$scratch/download.log" curl --fail --silent --show-error --location --connect-timeout 20 --speed-time 30 --speed-limit 1000 \
        --output "$folder/$name" "$from/$name" || explain "$from/$name cannot be downloaded" "$scratch/download.log"
      ;;
    *)
      [ -r "$from/$name" ] || fail "$from has no file $name that $(id -un) can read. --release needs a folder with SHA256SUMS, SHA256SUMS.minisig and the executable for this system, or its address."
      cp "$from/$name" "$folder/$name"
      ;;
  esac
}

# get_release FROM FOLDER: sets `release_file` to the checked executable, and `release_version`.
get_release() {
  local from=$1 folder=$2 key comment='' target
  target=$(release_target)
  command -v minisign >/dev/null || apt_install "minisign (which checks signatures)" minisign
  case $from in http*) command -v curl >/dev/null || apt_install "curl" curl ca-certificates ;; esac
  say "Getting the release for $target from $from"
  fetch_file "$from" SHA256SUMS "$folder"
  fetch_file "$from" SHA256SUMS.minisig "$folder"
  for key in $(release_keys); do
    # -Q prints the trusted comment alone, and only if the signature is valid.
    comment=$(minisign -Q -Vm "$folder/SHA256SUMS" -P "$key" 2>/dev/null) && break
    comment=
  done
  [[ $comment =~ ^sapa\ ([0-9A-Za-z.-]+)\ SHA256SUMS$ ]] || fail "The signature of $from/SHA256SUMS is not valid: it was changed, or is not a release of Sapa. Nothing was installed. Get the release from its first source again."
  release_version=${BASH_REMATCH[1]}
  release_file=$folder/sapa-$release_version-$target
  fetch_file "$from" "$(basename "$release_file")" "$folder"
  (cd "$folder" && awk -v name="$(basename "$release_file")" '$2 == name' SHA256SUMS | sha256sum --check --strict --status) ||
    fail "$(basename "$release_file") is another file than the release has: its SHA-256 differs. Nothing was installed. Get it again."
  chmod 755 "$release_file"
  say "Sapa $release_version: the signature is valid, and the file is whole"
}
