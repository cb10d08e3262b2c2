import { HELD, type OptionTable } from './table.ts';

const SHELL: OptionTable = { flags: 'cleuxv', operands: 'script', ordered: true };
/** Its own words before the command it runs. */
const wraps = (table: OptionTable = {}): OptionTable => ({
  operands: 'held',
  ordered: true,
  ...table,
});

/** Programs that run others: what they run is judged by itself, and their own words are these. */
const WRAPPERS: Readonly<Record<string, OptionTable>> = {
  sh: SHELL,
  bash: SHELL,
  dash: SHELL,
  zsh: SHELL,
  ksh: SHELL,
  ash: HELD,
  mksh: HELD,
  rbash: HELD,
  fish: HELD,
  csh: HELD,
  tcsh: HELD,
  source: { operands: 'script', ordered: true },
  '.': { operands: 'script', ordered: true },
  time: wraps({ flags: 'p' }),
  nice: wraps({ values: 'n', numeric: true, longValues: '--adjustment' }),
  nohup: wraps(),
  timeout: wraps({
    flags: 'v',
    values: 'sk',
    long: '--foreground --preserve-status --verbose',
    longValues: '--signal --kill-after',
    operands: [/^[\d.]+[smhd]?$/],
  }),
  stdbuf: wraps({ values: 'ioe', longValues: '--input --output --error' }),
  command: wraps({ flags: 'vVp', operands: 'any', offers: 0 }),
  builtin: wraps(),
  exec: wraps(),
  xargs: wraps({
    flags: '0rtx',
    values: 'nPLIdsE',
    glued: 'i',
    long: '--null --no-run-if-empty --verbose --exit',
    longValues: '--max-args --max-procs --max-lines --delimiter --max-chars',
    longGlued: '--replace',
  }),
  sudo: wraps({ flags: 'nH' }),
  watch: wraps({
    flags: 'tdbegcx',
    values: 'n',
    long: '--no-title --differences --color',
    longValues: '--interval',
  }),
  strace: wraps({ flags: 'fc' }),
  man: {
    flags: 'afkw',
    long: '--all --where --path',
    operands: [/^[\w@.+:-]+$/],
    offers: 0,
  },
  less: { flags: 'NSRFXiInrEes', operands: [/^[^+]/] },
  more: { operands: [/^[^+]/] },
};

/**
 * Programs that run whatever they are given: interpreters, shells of databases, terminals, editors,
 * pagers, debuggers, build tools, and tools that run a file of tasks.
 */
const RUN_ANYTHING =
  `ipython irb node-gyp ts-node-dev osascript tclsh wish expect Rscript R julia ghc ghci runghc
  runhaskell stack cabal scala scala-cli kotlin kotlinc groovy jshell clojure clj lein bb racket
  guile sbcl ecl clisp scheme elixir iex mix erl escript rebar3 ocaml dune swift swiftc dart flutter
  dotnet csi fsi mono pwsh powershell nu xonsh elvish crystal nim zig v odin gprolog swipl octave
  matlab maxima gp bc dc m4 gawk-ext raku rakudo jq-run python-config sqlite3 sqlite psql mysql
  mariadb mysqldump pg_dump pg_restore mongosh mongo redis-cli duckdb clickhouse-client cqlsh
  influx snowsql bq usql pgcli mycli litecli sqlplus tmux screen zellij byobu dtach abduco script
  scriptreplay asciinema ttyd expect unbuffer socat nc ncat netcat telnet openssl gpg gpg2 gpgsm
  age sops ansible ansible-playbook ansible-console salt puppet chef vagrant packer pulumi tofu
  cdk cdktf sam serverless sls fly heroku gradle gradlew mvn mvnw ant sbt bazel bazelisk buck buck2
  pants ninja samu cmake ctest cpack meson scons waf gmake bmake nmake just task mage rake thor
  bundle bundler gem invoke fab nox tox hatch pdm poetry pipenv pipx uv uvx conda mamba micromamba
  nix nix-shell nix-build nix-env guix gcc g++ cc c++ clang clang++ ld as tcc emcc javac nasm yasm
  composer artisan phpunit drush wp rails rspec cucumber puma unicorn gulp grunt jake webpack vite
  rollup esbuild parcel turbo nx lerna rush next nuxt astro gatsby svelte-kit remix storybook
  cypress karma ava tap tape c8 nyc nodemon pm2 forever concurrently npm-run-all run-s run-p wireit
  husky lint-staged pre-commit lefthook vim vi view nvim ex ed red emacs emacsclient nano pico micro
  helix hx kak joe code codium subl atom most pg gdb lldb pdb ltrace dtrace bpftrace perf rr
  valgrind entr watchexec fswatch inotifywait at batch crontab cron systemd-run launchctl service
  init reboot shutdown halt poweroff mount umount fdisk parted mkfs fsck
  useradd usermod userdel passwd adduser iptables nft ip ifconfig route modprobe insmod rmmod
  sysctl dmsetup losetup cryptsetup chroot snap flatpak dpkg rpm yum dnf pacman zypper apk port
  ack xmllint xsltproc saxon latex pdflatex xelatex lualatex tex luatex latexmk pandoc sphinx-build
  mkdocs jekyll hugo hexo doxygen jupyter notebook streamlit gunicorn uvicorn flask django-admin
  celery airflow dbt spark-submit spark-shell pyspark hadoop hive beeline ffmpeg convert magick
  mogrify gs inkscape blender gimp osqueryi gcloud gsutil az doctl glab vercel netlify firebase
  wrangler supabase eas expo xcodebuild xcrun fastlane pod adb fvm biome oxfmt autopep8 isort
  hg svn bzr cvs fossil jj darcs strip objcopy ranlib ctags etags updatedb dos2unix unix2dos
  exiftool ldd top htop msgfmt bison flex yacc lex indent iconv uuencode logrotate rcs
  nm objdump readelf addr2line gcov gprof
  yq tldr info mail sendmail mutt lp lpr open xdg-open say logger wall write chsh chfn su doas
  pkexec runuser setsid ionice flock unshare nsenter taskset parallel busybox toybox`.split(/\s+/);

export const RUNNING: Readonly<Record<string, OptionTable>> = {
  ...Object.fromEntries(RUN_ANYTHING.map((program) => [program, HELD])),
  ...WRAPPERS,
};
