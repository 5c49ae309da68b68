#!/usr/bin/env bash
# Whether the packages are enough: installs them into two bare trees of Debian 12, one with dpkg alone, one with python3 and pip alone, and
# runs them there, without Node and without network. Needs root, debootstrap, and the packages in standalone/ (npm run deb, npm run wheel).
set -euo pipefail
cd "$(dirname "$0")/../.."

deb=$(echo standalone/zebin_*.deb)
wheel=$(echo standalone/zebin-*.whl)
trees=$(mktemp -d)
trap 'rm -rf "$trees"' EXIT
log=$trees/log
sample=test/fixtures/fat/basic-dg2-bmg.ar

tree() {
  debootstrap --variant=minbase --include="$2" bookworm "$trees/$1" > "$log" 2>&1 || { tail "$log"; exit 1; }
  cp "$sample" "$trees/$1/root/app.ar"
}
inside() { chroot "$trees/$1" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin HOME=/root LC_ALL=C.UTF-8 unshare --net bash -euc "cd; $2"; }

tree dpkg bash-completion,man-db
# Debian's settings for containers leave out manual pages; a machine has them.
rm -f "$trees/dpkg/etc/dpkg/dpkg.cfg.d/docker"
cp "$deb" "$trees/dpkg/root/"
inside dpkg '
  ! command -v node
  dpkg -i zebin_*.deb
  zebin info app.ar | grep saxpy
  man zebin | head -n 5
  man zebin-disasm | grep -e --graph
  source /usr/share/bash-completion/bash_completion
  _completion_loader zebin || true
  complete -p zebin
  dpkg -P zebin
  ! command -v zebin'
echo "dpkg: installed, run, documented, completed and removed"

tree python python3,python3-pip,python3-venv
cp "$wheel" "$trees/python/root/"
inside python '
  ! command -v node
  python3 -m venv env
  env/bin/pip install --no-index ./zebin-*.whl
  env/bin/python3 -c "
import zebin
for kernel in zebin.info(\"app.ar\"):
    print(kernel[\"device\"], kernel[\"name\"], kernel[\"spill_size\"])" | grep "BMG-G21 A0 saxpy 0"
  env/bin/zebin --version
  pip install --no-index --break-system-packages ./zebin-*.whl
  zebin --version'
echo "python3: installed and run"
