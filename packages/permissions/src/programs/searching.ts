import { isHarmlessAwkScript } from './awk-scripts.ts';
import { isDangerousSedScript } from './sed-scripts.ts';
import { each, type Program } from './program.ts';

const AWK: Program = {
  files: 'contents',
  values: 'Fv',
  longValues: '--field-separator --assign',
  spelledValues: '-f --file -E --exec -i --include',
  script: isHarmlessAwkScript,
  operands: 'local',
};

const SED: Program = {
  files: 'contents',
  writes: '-i --in-place',
  flags: 'nErsuz',
  long: `--quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug
    --sandbox --zero-terminated`,
  values: 'e',
  longValues: '--expression',
  script: (text) => !isDangerousSedScript(text),
  scriptOptions: '-e --expression',
  spelledValues: '-f --file',
};

const FD: Program = {
  files: 'names',
  wraps: { form: 'actions', actions: '-x -X --exec --exec-batch', feeds: true },
  flags: 'HIuspagiFlL01q',
  values: 'etdEc',
  long: `--hidden --no-ignore --no-ignore-vcs --unrestricted --case-sensitive --ignore-case --glob
    --regex --fixed-strings --absolute-path --list-details --follow --full-path --print0 --quiet
    --one-file-system --prune --strip-cwd-prefix`,
  longValues: `--extension --type --max-depth --min-depth --exact-depth --exclude --color --size
    --changed-within --changed-before --owner --max-results --threads --path-separator`,
  offers: 0,
};

/** Programs that search for files and text. */
export const SEARCHING: Readonly<Record<string, Program>> = {
  find: {
    files: 'names',
    writes: '-delete -fprint -fprint0 -fprintf -fls',
    walks: { with: '-delete', here: 0 },
    singleDash: true,
    wraps: { form: 'actions', actions: '-exec -execdir -ok -okdir' },
    long: `-H -L -P -a -and -o -or -not ! ( ) , -depth -d -mount -xdev -follow -noleaf -daystart
      -ignore_readdir_race -noignore_readdir_race -nowarn -warn -empty -executable -readable
      -writable -nouser -nogroup -true -false -print -print0 -prune -quit -ls -O0 -O1 -O2 -O3`,
    longValues: `-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname
      -type -xtype -maxdepth -mindepth -mtime -mmin -atime -amin -ctime -cmin -newer -anewer
      -cnewer -newermt -newerct -newerat -newermm -size -perm -user -group -uid -gid -links -inum
      -samefile -fstype -used -regextype -printf`,
  },
  ...each('fd fdfind', FD),
  rg: {
    files: 'contents',
    walks: { hidden: '-. -u --hidden --unrestricted', here: 1 },
    flags: 'nNiSsFwxvclLoHIhqpUuPabt0.',
    values: 'egtTABCmMrjd',
    long: `--line-number --no-line-number --ignore-case --smart-case --case-sensitive
      --fixed-strings --word-regexp --line-regexp --invert-match --count --count-matches
      --files-with-matches --files-without-match --only-matching --with-filename --no-filename
      --quiet --pretty --multiline --multiline-dotall --unrestricted --hidden --no-hidden
      --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot --no-ignore-global --files
      --type-list --json --vimgrep --heading --no-heading --column --no-column --stats --trim
      --null --null-data --follow --text --no-messages --no-config --pcre2 --passthru --crlf
      --one-file-system --byte-offset --no-unicode --line-buffered --block-buffered --version
      --help --max-columns-preview --sort-files`,
    longValues: `--regexp --glob --iglob --type --type-not --after-context --before-context
      --context --max-count --max-columns --max-depth --max-filesize --replace --threads --color
      --colors --sort --sortr --encoding --engine --context-separator --path-separator`,
    offers: 0,
  },
  ag: {
    files: 'contents',
    walks: { hidden: '-u --hidden --unrestricted', here: 1 },
    flags: 'ilLwvcsSQnurfHt',
    values: 'ABCGm',
    long: '--hidden --nocolor --nogroup --noheading --literal --ignore-case --word-regexp --count',
    longValues: '--ignore --ignore-dir --depth',
  },
  sed: { ...SED, aliases: { '--in-place': 'i' }, asText: true },
  ...each('awk gawk mawk', { ...AWK, asText: true }),
  nawk: AWK,
};
