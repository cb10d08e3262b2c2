import { each, HELD, type Program } from './program.ts';

/**
 * Programs that run whatever they are given: interpreters, database shells, terminals, editors, pagers,
 * debuggers, build tools, and task runners.
 */
export const RUNNING: Readonly<Record<string, Program>> = {
  ...each('vi vim emacs nano', { ...HELD, asText: true }),
  ...each(
    `ipython irb node-gyp ts-node-dev tclsh wish expect R julia ghc ghci runghc runhaskell stack
    cabal scala-cli groovy jshell clojure clj lein bb racket guile sbcl ecl clisp scheme elixir
    iex mix erl escript rebar3 ocaml dune swiftc dart flutter csi fsi mono pwsh powershell nu
    xonsh elvish crystal nim zig v odin gprolog swipl octave matlab maxima gp m4 gawk-ext raku
    rakudo jq-run python-config sqlite mariadb mysqldump pg_dump pg_restore mongo duckdb
    clickhouse-client cqlsh influx snowsql bq usql pgcli mycli litecli sqlplus tmux screen zellij
    byobu dtach abduco scriptreplay asciinema ttyd socat netcat gpg2 gpgsm age sops
    ansible-playbook ansible-console salt puppet chef packer pulumi cdk cdktf sam serverless sls
    gradlew mvnw bazelisk buck buck2 pants samu ctest cpack scons waf gmake bmake nmake just task
    mage thor bundler invoke fab nox tox hatch pdm micromamba nix-shell nix-build guix as tcc emcc
    nasm yasm artisan phpunit drush wp rspec cucumber puma unicorn gulp grunt jake parcel rush
    gatsby svelte-kit remix storybook karma ava tap tape c8 nyc nodemon pm2 forever concurrently
    npm-run-all run-s run-p wireit husky lint-staged pre-commit lefthook emacsclient micro helix hx
    kak joe codium subl atom most pg gdb lldb pdb dtrace bpftrace perf rr watchexec
    fswatch inotifywait batch cron init reboot shutdown halt poweroff parted
    iptables nft ip ifconfig route modprobe insmod rmmod sysctl dmsetup losetup cryptsetup xmllint
    xsltproc saxon latex pdflatex xelatex lualatex tex luatex latexmk sphinx-build mkdocs jekyll
    hugo hexo doxygen jupyter notebook streamlit gunicorn uvicorn flask django-admin celery
    airflow dbt spark-submit spark-shell pyspark hadoop hive beeline mogrify gs inkscape blender
    gimp osqueryi wrangler supabase eas expo xcrun fastlane pod adb fvm autopep8 isort bzr cvs
    fossil darcs strip objcopy ranlib ctags etags updatedb dos2unix unix2dos exiftool ldd msgfmt
    bison flex yacc lex indent iconv uuencode logrotate rcs nm objdump readelf addr2line gcov
    gprof mutt lp lpr chsh chfn ed ex red view nvim pico`,
    HELD,
  ),
  ...each(
    `osascript Rscript scala kotlin kotlinc swift bc dc sqlite3 psql mysql mongosh redis-cli nc
    ncat telnet gpg ant sbt bazel ninja cmake meson mamba nix nix-env g++ c++ clang++ ld webpack
    vite rollup esbuild next nuxt astro cypress code at launchctl mount umount
    fdisk mkfs fsck useradd usermod userdel passwd adduser flatpak dpkg rpm zypper port pandoc
    gsutil xcodebuild biome oxfmt top htop yq tldr info mail sendmail open xdg-open say logger
    wall write`,
    { ...HELD, asText: true },
  ),
  ...each('gcc cc clang javac ffmpeg convert magick', { ...HELD, asText: true, singleDash: true }),
  ...each(
    `dotnet ansible vagrant tofu fly heroku gradle mvn rake gem composer rails turbo nx lerna
    crontab service snap yum dnf pacman apk vercel netlify firebase hg svn`,
    { ...HELD, asText: true, arity: 2 },
  ),
  openssl: { ...HELD, asText: true, arity: 2, singleDash: true },
  gcloud: {
    ...HELD,
    asText: true,
    arity: 3,
    valueOptions: `--project --account --configuration --format --verbosity
      --impersonate-service-account`,
  },
  az: { ...HELD, asText: true, arity: 3, valueOptions: '--subscription -o --output --query' },
  glab: { ...HELD, asText: true, arity: 3 },
  doctl: { ...HELD, arity: 3 },
  jj: { ...HELD, arity: 2 },
  ack: { ...HELD, asText: true, files: 'contents', walks: { here: 1 } },
  man: {
    flags: 'afkw',
    long: '--all --where --path',
    operands: [/^[\w@.+:-]+$/],
    offers: 0,
  },
  less: { files: 'contents', flags: 'NSRFXiInrEes', operands: [/^[^+]/] },
  more: { files: 'contents', operands: [/^[^+]/] },
};
