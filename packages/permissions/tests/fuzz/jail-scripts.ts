/**
 * Builds the jail inside new namespaces and starts the driver in it. `$1` is a folder with the
 * stand-in programs and the files of the workspace. Nothing of the machine can be written from
 * inside, there is no network, and all processes end with the first one.
 */
export const INIT = `
set -e
root=$1/root
mount -t tmpfs tmpfs "$root"
for name in usr bin lib lib64 lib32 sbin; do
  if [ -L /$name ]; then ln -s "$(readlink /$name)" "$root/$name"
  elif [ -d /$name ]; then
    mkdir "$root/$name"
    mount --rbind /$name "$root/$name"
    mount -o remount,bind,ro "$root/$name" 2> /dev/null || true
  fi
done
mkdir "$root/proc" "$root/dev" "$root/tmp" "$root/etc"
mount --rbind /proc "$root/proc"
for name in null zero; do : > "$root/dev/$name"; mount --bind /dev/$name "$root/dev/$name"; done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
cp -R "$1/jail" "$root/jail"
mount --bind "$root/jail/bin" "$root/jail/bin"
mount -o remount,bind,ro "$root/jail/bin"
cp -R "$1/home" "$root/home"
cp -R "$1/repo" "$root/repo"
printf 'root:x:0:0::/root:/bin/bash\\ndev:x:0:0::/home/dev:/bin/bash\\n' > "$root/etc/passwd"
cd /
exec chroot "$root" /usr/bin/env -i PATH=/jail/bin HOME=/home/dev LANG=C.UTF-8 TERM=dumb FUNCNEST=40 \\
  "$2" /jail/driver
`;

/**
 * Reads lines that end in NUL, runs each in a process of its own and answers with what the
 * programs recorded and which files changed. Everything in the workspace is older than \`stamp\`,
 * so that whatever is newer was written by the line.
 */
export const DRIVER = `
shopt -s globstar dotglob nullglob
ulimit -t 2 -f 2000 -u 300 -c 0
exec {answers}>&1 >/dev/null 2>&1
template=/jail/template
real=/usr/bin
export PATH=$real:/bin
mkdir "$template"
cp -R /repo /home /tmp /etc "$template"
find "$template" -exec touch -h -d 2000-01-01 {} +
touch -d 2001-01-01 /jail/stamp
mount --bind "$template" "$template"
mount -o remount,bind,ro "$template"
roots=(/*)
reset() {
  rm -rf /tmp/* /repo/* /home/* /etc/*
  for entry in /*; do
    [[ " \${roots[*]} " == *" $entry "* ]] || rm -rf "$entry"
  done
  cp -a "$template/." /
}
reset
known=(/ /etc /etc/** /tmp /repo/** /home/**)
printf 'ready %s\\0' "$BASH_VERSION" >&$answers
while IFS= read -r -d '' fuzzed_line; do
  : > /jail/ledger
  : "$(
    exec {answers}>&- 9>&1 >/dev/null 2>&1 </dev/null
    cd /repo
    unset -f reset
    PATH=/jail/bin
    unset -v template real roots known OLDPWD answers
    shopt -u globstar dotglob nullglob
    set --
    eval "$fuzzed_line"
  )"
  changed=
  for file in "\${known[@]}"; do
    if [[ $file -nt /jail/stamp || ! -e $file ]]; then changed=1; break; fi
  done
  written=()
  if [[ -n $changed ]]; then
    for file in /* /etc/** /tmp/** /repo/** /home/**; do
      case $file in /proc | /usr | /dev | /jail) continue ;; esac
      [[ -d $file ]] || [[ ! $file -nt /jail/stamp ]] || written+=("$file")
    done
    for file in "\${known[@]}"; do [[ -e $file || -L $file ]] || written+=("$file"); done
  fi
  mapfile -d '' ledger < /jail/ledger
  printf '%s\\0' "\${ledger[@]}" '' "\${written[@]}" '' >&$answers
  [[ -z $changed ]] || reset
done
`;

/** Ends the entry of one program in the ledger. */
export const ENTRY_END = '\u{1e}';

/** Stands between the words of an entry. */
export const WORD_END = '\u{1f}';

/** A program that records its name and its arguments, and then becomes the real one, if any. */
export function standIn(real: string | undefined): string {
  const record = `printf '%s${WORD_END}' "\${0##*/}" "$@" '${ENTRY_END}' >> /jail/ledger`;
  return `#!/bin/sh\n${record}\n${real === undefined ? '' : `exec ${real} "$@"\n`}`;
}
