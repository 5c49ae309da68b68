#!/usr/bin/env bash
# Installs the real toolchains that the oracle tests compare against. Debian, as root. Idempotent.
#   toolchains.sh igc0 [DIR]    a Debian 11 tree in DIR (default /opt/igc0) with ocloc 20.44, IGC 1.0.5353, GenX_IR (vISA 3.6)
#   toolchains.sh igc1          ocloc 22.43 + IGC 1.0.12504 + GenX_IR + iga64, on this system (about 20 s)
#   toolchains.sh igc2 [DIR]    a Debian sid tree in DIR (default /opt/igc2) with ocloc 26.27 + IGC 2.40 (about 60 s)
# Run those in DIR as: chroot DIR ocloc …
set -euo pipefail
case ${1:-} in
igc1)
  apt-get update -q
  apt-get install -y -q --no-install-recommends intel-opencl-icd libigc1 libigdfcl1 libigc-tools
  for tool in ocloc GenX_IR iga64; do command -v "$tool"; done
  ;;
igc0 | igc2)
  if [[ $1 == igc0 ]]; then suite=bullseye packages="intel-opencl-icd libigc1 libigdfcl1 libigc-tools" probe=GenX_IR; else suite=sid packages="intel-ocloc libigc2 libigdfcl2" probe=ocloc; fi
  dir=${2:-/opt/$1}
  mirror=$(awk '$1 == "URIs:" { print $2; exit } $1 == "deb" { print $2; exit }' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true)
  [[ -n $mirror ]] || { echo "toolchains.sh: no Debian mirror in the apt sources" >&2; exit 2; }
  if [[ ! -x $dir/usr/bin/apt-get ]]; then
    apt-get update -q
    apt-get install -y -q --no-install-recommends debootstrap
    debootstrap --variant=minbase "$suite" "$dir" "$mirror"
  fi
  # An absolute link inside the tree leads nowhere from outside it, so the link itself counts.
  if [[ ! -e $dir/usr/bin/$probe && ! -L $dir/usr/bin/$probe ]]; then
    chroot "$dir" apt-get -o Acquire::Check-Valid-Until=false update -q
    # shellcheck disable=SC2086
    chroot "$dir" apt-get install -y -q --no-install-recommends $packages
  fi
  chroot "$dir" sh -c "command -v $probe"
  ;;
*)
  echo "usage: toolchains.sh igc0 [DIR] | igc1 | igc2 [DIR]" >&2
  exit 2
  ;;
esac
