import { each, HELD, type Program } from './program.ts';

/** Arguments that are plain text. */
const TEXT: Program = { text: true, offers: 0 };
/** Programs that only read and print, with any options. */
const reads = (table: Omit<Program, 'harmless' | 'offers'>): Program => ({
  ...table,
  harmless: true,
  offers: 0,
});

/** Programs that print names, sizes and times, but nothing that is in the files. */
const lists = (table: Omit<Program, 'harmless' | 'offers' | 'files'>): Program => ({
  ...reads(table),
  files: 'names',
});

const HELP = '--help --version';
const CHECKSUM = reads({
  flags: 'bctwz',
  long: `--binary --check --text --tag --zero --ignore-missing --quiet --status --strict --warn
    ${HELP}`,
});

const GREP_WORDS: Program = {
  walks: { with: '-r -R -d --recursive --dereference-recursive --directories', here: 1 },
  flags: 'EFGPiwxvcLlqsbHhnTUzRroayZIu',
  values: 'emABCDd',
  numeric: true,
  long: `--extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case
    --no-ignore-case --word-regexp --line-regexp --invert-match --count --files-without-match
    --files-with-matches --quiet --silent --no-messages --byte-offset --with-filename --no-filename
    --line-number --initial-tab --binary --null --null-data --recursive --dereference-recursive
    --only-matching --text --line-buffered ${HELP}`,
  longValues: `--regexp --max-count --label --binary-files --devices --directories --include
    --exclude --exclude-dir --after-context --before-context --context --group-separator`,
  longGlued: '--color --colour',
};
const GREP = reads(GREP_WORDS);

/**
 * A folder is compared with the other one, file by file. Without `-r`, an operand with an extension counts as a
 * file. `--from-file` and `--to-file` take a folder too.
 */
const DIFF = reads({
  walks: {
    files: {
      form: /^-(?!-(?:fr|to))|[^/]\.(?!(?:d|old|new|orig|bak)$)[A-Za-z]\w*$/,
      unless: '-r --recursive',
    },
  },
  flags: 'qsecnytrNabBwidEZTp',
  values: 'UCWxIF',
  glued: 'uC',
  numeric: true,
  long: `--normal --brief --report-identical-files --side-by-side --expand-tabs --initial-tab
    --recursive --new-file --text --ignore-case --ignore-tab-expansion --ignore-trailing-space
    --ignore-space-change --ignore-all-space --ignore-blank-lines --strip-trailing-cr --minimal
    --speed-large-files --show-c-function --suppress-common-lines --left-column
    --no-dereference --ed --rcs ${HELP}`,
  longValues: '--width --tabsize --exclude --ignore-matching-lines --label --show-function-line',
  longGlued: '--unified --context --color',
});

/** Programs that print their arguments, files, or the state of the machine. */
export const READING: Readonly<Record<string, Program>> = {
  ...each(
    `echo true false : sleep pwd seq yes expr factor printenv basename dirname whoami id groups logname
    nproc arch uname tty uptime which whereis type`,
    TEXT,
  ),
  printf: { ...TEXT, evaluates: 'format', fills: true },
  cd: { ...TEXT, moves: true },
  ls: lists({
    flags: 'aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1',
    values: 'ITw',
    long: `--all --almost-all --author --escape --ignore-backups --directory --file-type --full-time
      --group-directories-first --no-group --human-readable --si --dereference-command-line
      --dereference-command-line-symlink-to-dir --inode --kibibytes --dereference
      --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --reverse
      --recursive --size --context --zero ${HELP}`,
    longValues: `--block-size --ignore --hide --tabsize --width --sort --time --time-style
      --indicator-style --quoting-style --format`,
    longGlued: '--color --hyperlink --classify',
  }),
  dir: lists({ flags: 'aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1' }),
  cat: reads({
    flags: 'AbeEnstTuv',
    long: `--show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs
      --show-nonprinting ${HELP}`,
  }),
  numfmt: reads({
    flags: 'z',
    values: 'd',
    long: `--debug --grouping --zero-terminated ${HELP}`,
    longValues: `--delimiter --field --format --from --from-unit --invalid --padding --round
      --suffix --to --to-unit`,
    longGlued: '--header',
  }),
  tac: reads({
    flags: 'br',
    values: 's',
    long: `--before --regex ${HELP}`,
    longValues: '--separator',
  }),
  head: reads({
    flags: 'qvz',
    values: 'nc',
    numeric: true,
    long: `--quiet --silent --verbose --zero-terminated ${HELP}`,
    longValues: '--lines --bytes',
  }),
  tail: reads({
    flags: 'fFqvz',
    values: 'ncs',
    numeric: true,
    long: `--quiet --silent --verbose --retry --zero-terminated ${HELP}`,
    longValues: '--lines --bytes --pid --sleep-interval --max-unchanged-stats',
    longGlued: '--follow',
  }),
  wc: reads({
    flags: 'clLmw',
    long: `--bytes --chars --lines --max-line-length --words ${HELP}`,
    longValues: '--total',
  }),
  nl: reads({
    flags: 'p',
    values: 'bdfhilnsvw',
    long: `--no-renumber ${HELP}`,
    longValues: `--body-numbering --section-delimiter --footer-numbering --header-numbering
      --line-increment --join-blank-lines --number-format --number-separator
      --starting-line-number --number-width`,
  }),
  cut: reads({
    flags: 'nsz',
    values: 'bcdf',
    long: `--complement --only-delimited --zero-terminated ${HELP}`,
    longValues: '--bytes --characters --delimiter --fields --output-delimiter',
  }),
  tr: lists({
    flags: 'cCdst',
    long: `--complement --delete --squeeze-repeats --truncate-set1 ${HELP}`,
  }),
  paste: reads({
    flags: 'sz',
    values: 'd',
    long: `--serial --zero-terminated ${HELP}`,
    longValues: '--delimiters',
  }),
  join: reads({
    flags: 'iz',
    values: 'aejotv12',
    long: `--ignore-case --check-order --nocheck-order --header --zero-terminated ${HELP}`,
  }),
  comm: reads({
    flags: '123z',
    long: `--check-order --nocheck-order --total --zero-terminated ${HELP}`,
    longValues: '--output-delimiter',
  }),
  rev: reads({ flags: '0', long: HELP }),
  fold: reads({
    flags: 'bs',
    values: 'w',
    long: `--bytes --spaces ${HELP}`,
    longValues: '--width',
  }),
  fmt: reads({
    flags: 'cstu',
    values: 'wgp',
    long: `--crown-margin --split-only --tagged-paragraph --uniform-spacing ${HELP}`,
    longValues: '--width --goal --prefix',
  }),
  expand: reads({ flags: 'i', values: 't', long: `--initial ${HELP}`, longValues: '--tabs' }),
  unexpand: reads({
    flags: 'a',
    values: 't',
    long: `--all --first-only ${HELP}`,
    longValues: '--tabs',
  }),
  column: reads({
    flags: 'JtnexL',
    values: 'csoN',
    long: `--table --json --fillrows --keep-empty-lines ${HELP}`,
    longValues: '--separator --output-separator --output-width --table-columns --table-right',
  }),
  od: reads({
    flags: 'abcdfhilosxv',
    values: 'AjNSt',
    glued: 'w',
    long: `--output-duplicates --traditional ${HELP}`,
    longValues: '--address-radix --endian --skip-bytes --read-bytes --format',
    longGlued: '--strings --width',
  }),
  hexdump: reads({ flags: 'bcCdoxv', values: 'ens' }),
  hd: reads({ flags: 'bcCdoxv', values: 'ens' }),
  strings: reads({
    flags: 'afow',
    values: 'nte',
    numeric: true,
    long: `--all --print-file-name --include-all-whitespace ${HELP}`,
    longValues: '--bytes --radix --encoding',
  }),
  ...each('diff colordiff', DIFF),
  cmp: reads({
    flags: 'bls',
    values: 'in',
    long: `--print-bytes --verbose --quiet --silent ${HELP}`,
    longValues: '--ignore-initial --bytes',
  }),
  stat: lists({
    flags: 'Lftx',
    values: 'c',
    long: `--dereference --file-system --terse ${HELP}`,
    longValues: '--format --printf --cached',
  }),
  du: lists({
    flags: '0abcDHhklLmPsSx',
    values: 'dBt',
    long: `--null --all --apparent-size --bytes --total --dereference-args --human-readable --inodes
      --count-links --dereference --no-dereference --separate-dirs --si --summarize
      --one-file-system ${HELP}`,
    longValues: '--max-depth --block-size --threshold --exclude --time-style',
    longGlued: '--time',
  }),
  df: lists({
    flags: 'ahHiklPTv',
    values: 'Btx',
    long: `--all --human-readable --si --inodes --local --no-sync --portability --print-type --total
      ${HELP}`,
    longValues: '--block-size --type --exclude-type',
    longGlued: '--output',
  }),
  realpath: lists({
    flags: 'emLPqsz',
    long: `--canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip
      --no-symlinks --zero ${HELP}`,
    longValues: '--relative-to --relative-base',
  }),
  readlink: lists({
    flags: 'femnqsvz',
    long: `--canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet
      --silent --verbose --zero ${HELP}`,
  }),
  md5sum: CHECKSUM,
  sha1sum: CHECKSUM,
  sha224sum: CHECKSUM,
  sha256sum: CHECKSUM,
  sha384sum: CHECKSUM,
  sha512sum: CHECKSUM,
  shasum: reads({ flags: 'bctp0', values: 'a', longValues: '--algorithm' }),
  b2sum: CHECKSUM,
  cksum: reads({ flags: 'cwz', values: 'al', longValues: '--algorithm' }),
  sum: reads({ flags: 'rs' }),
  base64: reads({
    flags: 'di',
    values: 'w',
    long: `--decode --ignore-garbage ${HELP}`,
    longValues: '--wrap',
  }),
  base32: reads({ flags: 'di', values: 'w', long: `--decode ${HELP}`, longValues: '--wrap' }),
  zcat: reads({ flags: 'fv' }),
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rgrep: reads({ ...GREP_WORDS, walks: { here: 1 } }),
  ps: lists({
    flags: 'AadefFHjlLMNTyZwcxru',
    values: 'CGopqstuUgOn',
    long: '--forest --headers --no-headers --deselect --info',
    longValues: '--format --pid --ppid --sort --user --tty --cols --rows --group',
  }),
  pgrep: lists({
    flags: 'claovwxnfiL',
    values: 'gGPstuUd',
    long: '--list-name --list-full --full --exact --count --newest --oldest --inverse',
  }),
  free: lists({
    flags: 'bkmghltw',
    values: 'sc',
    long: '--human --mega --giga --total --wide --si',
  }),
  vmstat: lists({ flags: 'afmnsdwt', values: 'S' }),
  cal: lists({ flags: '13jmsyw', values: 'nABdm' }),
  jq: reads({
    // Modules are files.
    script: (text) => !/\b(?:import|include)\b(?![.\w-]|$)/.test(text),
    flags: 'rcsneSCMaj',
    long: `--raw-output --compact-output --slurp --null-input --exit-status --sort-keys
      --color-output --monochrome-output --ascii-output --join-output --raw-input --tab --stream
      --stream-errors --seq --unbuffered --args --jsonargs ${HELP}`,
    longValues: '--indent',
    longPairs: '--arg --argjson --slurpfile --rawfile',
  }),
  date: {
    files: 'names',
    flags: 'uR',
    values: 'd',
    glued: 'I',
    long: `--utc --universal --rfc-email ${HELP}`,
    longValues: '--date',
    longGlued: '--iso-8601 --rfc-3339',
    operands: [/^\+/],
    offers: 0,
  },
  hostname: {
    files: 'names',
    flags: 'fsiIdAa',
    long: '--fqdn --long --short --ip-address --all-ip-addresses --domain',
    operands: 'none',
    offers: 0,
  },
  tree: {
    files: 'names',
    writes: '-o',
    flags: 'adflixpshugDFqNQrtcUvnCAJSX',
    values: 'LIP',
    long: `--dirsfirst --filesfirst --gitignore --noreport --prune --du --si --inodes --device
      --ignore-case --matchdirs --metafirst`,
    longValues: '--filelimit --timefmt --sort --charset',
    operands: 'any',
    offers: 0,
  },
  file: {
    files: 'contents',
    flags: 'bchiIklLNnprsv0',
    values: 'eFP',
    long: `--brief --mime --mime-type --mime-encoding --dereference --no-dereference --keep-going
      --special-files --raw --extension --print0 --no-pad --no-buffer ${HELP}`,
    longValues: '--exclude --separator',
    offers: 0,
  },
  uniq: {
    files: 'contents',
    flags: 'cduizD',
    values: 'fsw',
    long: `--count --repeated --unique --ignore-case --zero-terminated ${HELP}`,
    longValues: '--skip-fields --skip-chars --check-chars',
    longGlued: '--all-repeated --group',
    most: 1,
    offers: 0,
  },
  xxd: {
    files: 'contents',
    long: '-a -b -e -i -p -ps -u -r -v -autoskip -bits -plain -postscript -include -revert -upper',
    longValues: '-c -cols -g -groupsize -l -len -s -seek',
    ordered: true,
    only: { '-c': /^\d+$/, '-g': /^\d+$/, '-l': /^\d+$/, '-s': /^[-+]?\d+$/ },
    most: 1,
    offers: 0,
  },
  shuf: {
    files: 'contents',
    flags: 'erz',
    values: 'ni',
    long: `--echo --repeat --zero-terminated ${HELP}`,
    longValues: '--head-count --input-range',
    offers: 0,
  },
  sort: {
    files: 'contents',
    writes: '-o --output',
    flags: 'bdfghiMnRrVcCmsuz',
    values: 'ktS',
    long: `--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort
      --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse
      --version-sort --stable --unique --zero-terminated --merge --debug ${HELP}`,
    longValues: '--key --field-separator --buffer-size --parallel --batch-size --sort',
    longGlued: '--check',
    spelledValues: '-o --output',
    offers: 0,
  },
  kill: {
    undescribed: true,
    asText: true,
    singleDash: true,
    aliases: { '-KILL': '-9', '-SIGKILL': '-9' },
  },
  bat: {
    files: 'contents',
    flags: 'AnpPSfuhV',
    values: 'lrH',
    long: '--show-all --plain --number --diff --list-themes --list-languages --help --version',
    longValues: `--language --line-range --highlight-line --style --theme --color --decorations
      --paging --tabs --wrap --terminal-width`,
    operands: [/^(?!cache$)/],
    offers: 0,
  },
  zgrep: { ...GREP_WORDS, files: 'contents', offers: 0 },
  // They load libraries, run plugins, write files, or change the rules.
  ...each('ssh-keygen ssh-add kustomize http ffprobe defaults codesign hitl delta', {
    ...HELD,
    asText: true,
  }),
  ...each('qemu xrandr xset', { undescribed: true, singleDash: true }),
  ...each(
    `whatis apropos exa eza lsd traceroute pkill killall iostat lsof fuser who users last env-vars
    lscpu lsblk sync dmesg groupadd tput clear reset stty pbcopy pbpaste`,
    { undescribed: true, asText: true },
  ),
};
