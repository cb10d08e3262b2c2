/**
 * Programs that take words as data and never as a command to run, so that `grep rm` is no reason
 * to think of `rm`. A program that is neither here nor a known wrapper may be one.
 */
export function takesWordsAsText(program: string): boolean {
  return TEXT_PROGRAMS.has(program);
}

const TEXT_PROGRAMS: ReadonlySet<string> = new Set(
  `: [ [[ echo printf true false test pwd cd pushd popd dirs export unset set shopt local declare
  typeset readonly read mapfile readarray let shift wait jobs fg bg umask ulimit type which whereis
  whatis apropos hash help history getopts return exit break continue logout times enable unalias
  grep egrep fgrep zgrep rg ag ack git hg svn man info tldr cat bat tac nl head tail less more wc sort uniq
  cut paste join tr rev fold fmt column expand od xxd hexdump strings file stat ls dir exa eza lsd
  tree du df find touch mkdir rmdir rm cp mv ln install readlink realpath basename dirname mktemp
  chmod chown chgrp dd truncate shred split csplit tee sed awk gawk mawk jq yq diff cmp comm patch
  sum md5sum sha1sum sha256sum sha512sum b2sum cksum base64 base32 gzip gunzip zcat bzip2 xz zstd
  zip unzip tar cpio ar curl wget http ping dig host nslookup traceroute nc ncat telnet ftp sftp
  scp rsync ssh-keygen ssh-add gpg openssl ps pgrep pkill kill killall top htop uptime free vmstat
  iostat lsof fuser who whoami id groups users last date cal sleep seq yes expr bc dc factor numfmt
  shuf env-vars uname hostname arch nproc lscpu lsblk mount umount fdisk mkfs fsck sync dmesg journalctl
  systemctl service launchctl crontab at useradd usermod userdel groupadd passwd adduser apt apt-get
  apt-cache dpkg yum dnf rpm pacman zypper apk brew port snap flatpak nix nix-env pip pip3 pipx uv
  poetry pipenv conda mamba python python2 python3 node deno bun npm pnpm yarn tsc tsx ts-node
  eslint prettier oxlint oxfmt biome jest vitest mocha playwright cypress vite webpack rollup
  esbuild turbo nx lerna next nuxt astro cargo rustc rustup go gofmt gcc g++ clang clang++ cc c++ ld
  make cmake ninja meson bazel gradle mvn ant java javac kotlin kotlinc scala sbt ruby gem bundle
  rake rails perl php composer lua luajit Rscript swift xcodebuild dotnet docker podman nerdctl
  docker-compose kubectl helm kustomize terraform tofu ansible vagrant aws gcloud gsutil az gh glab
  heroku vercel netlify fly firebase psql mysql sqlite3 mongosh redis-cli ffmpeg ffprobe convert
  magick pandoc tput clear reset stty tty logger wall write mail sendmail code vim vi nano emacs
  open xdg-open pbcopy pbpaste say osascript defaults codesign hitl delta`.split(/\s+/),
);

/** Words that say what a command is: one, or more where the first words are a subcommand. */
const ARITY: ReadonlyMap<string, number> = new Map([
  ...`git npm pnpm yarn bun deno cargo go rustup kubectl helm docker podman terraform tofu pip pip3 uv
  poetry pipenv conda brew apt apt-get apt-cache dnf yum pacman apk snap systemctl service journalctl
  composer gem bundle rake rails dotnet mvn gradle make nx turbo lerna ansible vagrant firebase
  vercel netlify heroku fly hg svn crontab openssl jj`
    .split(/\s+/)
    .map((program): [string, number] => [program, 2]),
  ...`gh aws gcloud az glab doctl`.split(/\s+/).map((program): [string, number] => [program, 3]),
  ['npm run', 3],
  ['npm run-script', 3],
  ['pnpm run', 3],
  ['yarn run', 3],
  ['bun run', 3],
  ['deno task', 3],
  ['uv pip', 3],
  ['cargo run', 2],
  ['docker compose', 3],
  ['docker container', 3],
  ['docker image', 3],
  ['docker volume', 3],
  ['docker network', 3],
  ['docker buildx', 3],
  ['podman container', 3],
  ['git remote', 3],
  ['git stash', 3],
  ['git worktree', 3],
  ['git submodule', 3],
  ['git config', 3],
  ['kubectl config', 3],
  ['kubectl rollout', 3],
  ['terraform state', 3],
  ['terraform workspace', 3],
]);

/** How many first words of a command say what it is; default 1. */
export function arityOf(words: readonly string[]): number {
  const [program = '', second = ''] = words;
  return ARITY.get(`${program} ${second}`) ?? ARITY.get(program) ?? 1;
}
