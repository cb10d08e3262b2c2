import { HELD, type Program, type Words } from './program.ts';

/** A remote that is neither a path nor a URL: pushing to a folder runs the hooks in it. */
const REMOTE = /^(?:origin|upstream)$/;
/** A branch, tag or commit, without `+` to force and without `:` to rename or delete. */
const REF = /^[\w./@#~^-]+$/;
/** Without a folder it is cloned into one of its name, which may not be hidden. */
const WEB_REPOSITORY =
  /^(?!.*[/:]\.[^/:]*\/*$)(?:https:\/\/[\w.-]+(?::\d+)?\/[\w./~-]*|git@[\w.-]+:[\w./~-]+)$/;
const NEW_FOLDER = /^(?!\.|.*\/\.)[\w.][\w./-]*$/;
/** A format that checks no signature: that would run a program of the settings. */
const UNSIGNED = /^(?!.*(?:%[-+ ]?G|signature))/s;
const FORMATS = { '--format': UNSIGNED, '--pretty': UNSIGNED, '--sort': UNSIGNED };
const PERCENT = /^\d*%?$/;

const PATCH: Words = {
  flags: 'psuRabwzWrtcm',
  values: 'SGUlI',
  glued: 'MCBX',
  numeric: true,
  only: { '-M': PERCENT, '-C': PERCENT, '-B': /^[\d/%]*$/, '-X': /^[\w,.]*$/ },
  long: `--patch --no-patch --raw --patch-with-raw --patch-with-stat --numstat --shortstat --summary
    --compact-summary --name-only --name-status --no-color --minimal --patience --histogram
    --no-renames --ignore-space-change --ignore-all-space --ignore-space-at-eol --ignore-blank-lines
    --ignore-cr-at-eol --no-ext-diff --no-textconv --no-prefix --check --quiet --exit-code
    --full-index --binary --text --function-context --pickaxe-all --pickaxe-regex --no-color-moved
    --indent-heuristic --no-indent-heuristic --no-relative --cumulative --combined-all-paths --cc`,
  longValues: `--diff-algorithm --unified --word-diff-regex --diff-filter --src-prefix --dst-prefix
    --inter-hunk-context --ws-error-highlight --ignore-matching-lines --stat-width --stat-count
    --stat-name-width --color-moved-ws --line-prefix --anchored`,
  longGlued: `--stat --color --word-diff --color-words --find-renames --find-copies --break-rewrites
    --abbrev --relative --ignore-submodules --color-moved --dirstat`,
};

const LOG: Words = {
  ...PATCH,
  only: { ...PATCH.only, ...FORMATS },
  flags: 'psuRabwzWrtcmiEFPgq',
  values: 'SGUlInL',
  long: `${PATCH.long ?? ''} --oneline --graph --all --reverse --merges --no-merges --first-parent
    --follow --abbrev-commit --no-abbrev-commit --topo-order --date-order --author-date-order
    --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --not --source
    --full-history --simplify-by-decoration --simplify-merges --boundary --relative-date --parents
    --children --no-notes --invert-grep --all-match --regexp-ignore-case --extended-regexp
    --fixed-strings --perl-regexp --basic-regexp --no-decorate --clear-decorations --walk-reflogs
    --merge --reflog --no-mailmap --mailmap --use-mailmap --log-size --no-expand-tabs --dense
    --sparse --remove-empty --full-diff --bisect --no-min-parents --no-max-parents --count
    --no-abbrev --summary --numbered --email`,
  longValues: `${PATCH.longValues ?? ''} --author --committer --grep --grep-reflog --since --after
    --until --before --since-as-filter --max-count --skip --date --glob --exclude --encoding
    --decorate-refs --decorate-refs-exclude --min-parents --max-parents`,
  longGlued: `${PATCH.longGlued ?? ''} --pretty --format --decorate --branches --tags --remotes
    --notes --show-notes --no-walk --ancestry-path --expand-tabs --diff-merges --group`,
};

const DIFF: Words = {
  ...PATCH,
  long: `${PATCH.long ?? ''} --cached --staged --merge-base --base --ours --theirs`,
};

const CHECKOUT_WORDS = `--quiet --detach --track --no-track --guess --no-guess --progress
  --no-progress --ours --theirs --overlay --no-overlay --ignore-other-worktrees`;

const REMOTE_READS: Words = {
  flags: 'apPtqv46k',
  values: 'j',
  long: `--all --prune --prune-tags --tags --no-tags --quiet --verbose --progress --no-progress
    --dry-run --ipv4 --ipv6 --unshallow --append --no-recurse-submodules --keep`,
  longValues: '--depth --deepen --shallow-since --shallow-exclude --jobs',
  operands: [REMOTE, REF],
};

const SUBCOMMANDS: Readonly<Record<string, Words>> = {
  status: {
    flags: 'sbvz',
    glued: 'uM',
    long: `--short --branch --long --verbose --show-stash --ahead-behind --no-ahead-behind
      --renames --no-renames --no-column`,
    longGlued:
      '--porcelain --untracked-files --ignored --ignore-submodules --column --find-renames',
  },
  diff: DIFF,
  log: LOG,
  show: LOG,
  shortlog: { ...LOG, flags: `${LOG.flags ?? ''}nse` },
  whatchanged: LOG,
  'rev-list': LOG,
  reflog: { subcommands: { show: LOG, exists: { operands: [REF] } } },
  'range-diff': { ...DIFF, longValues: `${DIFF.longValues ?? ''} --creation-factor` },
  'diff-tree': { ...LOG, long: `${LOG.long ?? ''} --root --no-commit-id` },
  'diff-index': { ...DIFF },
  'diff-files': { ...DIFF },
  blame: {
    ...PATCH,
    flags: 'bcltfnsewp',
    values: 'L',
    glued: 'MC',
    long: `--root --show-stats --porcelain --line-porcelain --incremental --show-name --show-number
      --show-email --color-lines --color-by-age --first-parent`,
    longValues: '--since --date --ignore-rev',
    longGlued: '--abbrev',
  },
  grep: {
    flags: 'nilLwvcEFGPhHIarqopWz',
    values: 'eABCm',
    numeric: true,
    long: `--line-number --ignore-case --files-with-matches --files-without-match --name-only
      --word-regexp --invert-match --count --extended-regexp --fixed-strings --basic-regexp
      --perl-regexp --cached --untracked --no-index --exclude-standard --no-exclude-standard
      --recursive --no-recursive --column --heading --break --no-color --all-match --full-name
      --show-function --function-context --only-matching --quiet --text --null --and --or --not
      ( )`,
    longValues: '--max-depth --max-count --context --after-context --before-context --threads',
    longGlued: '--color',
  },
  add: {
    flags: 'nvAuN',
    long: `--dry-run --verbose --all --no-all --update --intent-to-add --refresh --ignore-errors
      --ignore-missing --renormalize --no-ignore-removal --sparse`,
    longValues: '--chmod',
  },
  commit: {
    flags: 'aqvsoi',
    values: 'm',
    long: `--all --quiet --verbose --signoff --no-signoff --amend --no-edit --allow-empty
      --allow-empty-message --no-status --status --short --branch --porcelain --long --dry-run
      --only --include --reset-author --no-gpg-sign --no-post-rewrite --null`,
    longValues: '--message --author --date --cleanup --trailer --fixup --squash --reuse-message',
  },
  push: {
    flags: 'uqvn46',
    long: `--set-upstream --tags --follow-tags --dry-run --quiet --verbose --porcelain --progress
      --no-progress --atomic --ipv4 --ipv6 --all --branches --thin --no-thin`,
    operands: [REMOTE, REF],
  },
  pull: {
    ...REMOTE_READS,
    flags: 'apqvtk46r',
    long: `${REMOTE_READS.long ?? ''} --ff-only --ff --no-ff --no-rebase --autostash --no-autostash
      --stat --no-stat --no-edit --squash --no-squash --no-commit --commit`,
    longGlued: '--rebase',
    only: { '--rebase': /^(?:|true|false|merges)$/ },
  },
  fetch: REMOTE_READS,
  'ls-remote': {
    flags: 'htq',
    only: FORMATS,
    long: '--heads --branches --tags --refs --quiet --exit-code --get-url --symref',
    longValues: '--sort',
    operands: [REMOTE, /^[\w./*@-]+$/],
  },
  clone: {
    flags: 'qvn46l',
    values: 'bj',
    long: `--quiet --verbose --progress --no-checkout --single-branch --no-single-branch --no-tags
      --bare --mirror --ipv4 --ipv6 --sparse --no-recurse-submodules`,
    longValues: '--branch --depth --origin --filter --jobs --shallow-since',
    operands: [WEB_REPOSITORY, NEW_FOLDER],
    most: 2,
  },
  checkout: {
    flags: 'qdtl',
    values: 'b',
    long: CHECKOUT_WORDS,
    longValues: '--orphan',
  },
  switch: {
    flags: 'qdt',
    values: 'c',
    long: CHECKOUT_WORDS,
    longValues: '--create --orphan',
  },
  restore: {
    flags: 'SWq',
    values: 's',
    long: '--staged --worktree --quiet --ours --theirs --overlay --no-overlay',
    longValues: '--source',
  },
  branch: {
    only: FORMATS,
    flags: 'avrldqit',
    values: 'u',
    long: `--all --verbose --remotes --list --delete --quiet --show-current --ignore-case --no-track
      --no-color --no-column --no-abbrev --unset-upstream`,
    longValues: '--sort --set-upstream-to --points-at --format',
    longGlued: '--contains --no-contains --merged --no-merged --color --column --abbrev --track',
  },
  tag: {
    flags: 'lai',
    values: 'm',
    glued: 'n',
    only: { ...FORMATS, '-n': /^\d*$/ },
    long: '--list --annotate --ignore-case --no-column',
    longValues: '--message --sort --points-at --format --cleanup',
    longGlued: '--contains --no-contains --merged --no-merged --column --color',
  },
  merge: {
    flags: 'nqv',
    values: 'm',
    long: `--ff --no-ff --ff-only --squash --no-squash --abort --quit --no-commit --commit --no-edit
      --stat --no-stat --quiet --verbose --autostash --no-autostash --no-rerere-autoupdate`,
    operands: [REF],
  },
  'cherry-pick': {
    flags: 'xns',
    values: 'm',
    long: '--abort --quit --skip --no-commit --signoff --allow-empty --keep-redundant-commits --ff',
    longValues: '--mainline',
    operands: [REF],
  },
  revert: {
    flags: 'ns',
    values: 'm',
    long: '--abort --quit --skip --no-commit --no-edit --signoff',
    longValues: '--mainline',
    operands: [REF],
  },
  rebase: {
    flags: 'qv',
    long: `--abort --quit --autostash --no-autostash --quiet --verbose --stat --no-stat --no-ff
      --keep-empty --fork-point --no-fork-point --update-refs --committer-date-is-author-date`,
    longValues: '--onto',
    operands: [REF],
  },
  reset: {
    flags: 'qN',
    long: '--soft --mixed --quiet --no-refresh --intent-to-add',
  },
  stash: {
    flags: 'kuaq',
    long: '--keep-index --no-keep-index --include-untracked --all --quiet --staged',
    subcommands: {
      list: LOG,
      show: { ...PATCH, long: `${PATCH.long ?? ''} --include-untracked --only-untracked` },
      push: {
        flags: 'kuaqS',
        values: 'm',
        long: '--keep-index --no-keep-index --include-untracked --all --quiet --staged',
        longValues: '--message',
      },
      pop: { flags: 'q', long: '--index --quiet' },
      apply: { flags: 'q', long: '--index --quiet' },
    },
  },
  remote: {
    flags: 'v',
    long: '--verbose',
    subcommands: {
      show: { flags: 'n', operands: [REMOTE] },
      'get-url': { long: '--all --push', operands: [REMOTE] },
    },
  },
  worktree: { subcommands: { list: { flags: 'vz', long: '--porcelain --verbose' } } },
  submodule: {
    long: '--quiet',
    subcommands: {
      status: { long: '--cached --recursive' },
      summary: { long: '--cached --files' },
    },
  },
  bisect: {
    subcommands: {
      start: { long: '--no-checkout --first-parent', operands: [REF] },
      good: { operands: [REF] },
      bad: { operands: [REF] },
      skip: { operands: [REF] },
      reset: { operands: [REF] },
      log: {},
    },
  },
  config: {
    flags: 'lz',
    long: `--list --global --local --system --worktree --show-origin --show-scope --name-only --null
      --includes --no-includes`,
    longValues: '--get --get-all --get-regexp --type --default',
    operands: [/^[\w-]+\.[\w.*-]+$/],
    most: 1,
  },
  archive: {
    flags: 'vl',
    long: '--list --verbose --worktree-attributes',
    longValues: '--prefix --format --mtime',
    only: { '--format': /^(?:tar|zip|tgz|tar\.gz)$/ },
  },
  'ls-files': {
    flags: 'cdmosuktvfzir',
    values: 'x',
    long: `--cached --deleted --modified --others --ignored --stage --unmerged --killed --full-name
      --exclude-standard --error-unmatch --directory --no-empty-directory --eol --deduplicate
      --recurse-submodules`,
    longValues: '--exclude --with-tree --format',
    longGlued: '--abbrev',
  },
  'ls-tree': {
    flags: 'drtlz',
    long: '--long --name-only --name-status --object-only --full-name --full-tree',
    longValues: '--format',
    longGlued: '--abbrev',
  },
  'rev-parse': {
    flags: 'q',
    long: `--verify --quiet --abbrev-ref --symbolic --symbolic-full-name --all --show-toplevel
      --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree
      --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-superproject-working-tree
      --sq --not --revs-only --no-revs --flags --no-flags`,
    longGlued: '--short --abbrev-ref --branches --tags --remotes --show-object-format',
  },
  'cat-file': { flags: 'tsep', long: '--batch-all-objects --unordered' },
  describe: {
    long: '--all --tags --contains --always --long --exact-match --first-parent --debug',
    longValues: '--match --exclude --candidates',
    longGlued: '--dirty --broken --abbrev',
  },
  'name-rev': { long: '--tags --all --name-only --always --no-undefined', longValues: '--refs' },
  'merge-base': { flags: 'a', long: '--all --is-ancestor --octopus --independent --fork-point' },
  'show-ref': {
    flags: 'qdhs',
    long: '--head --heads --branches --tags --dereference --verify --quiet',
    longGlued: '--hash --abbrev',
  },
  'show-branch': { flags: 'ar', long: '--all --remotes --list --current --sha1-name --no-name' },
  'for-each-ref': {
    only: FORMATS,
    long: '--ignore-case',
    longValues: '--format --sort --count --points-at --exclude',
    longGlued: '--contains --no-contains --merged --no-merged --color',
  },
  'symbolic-ref': { flags: 'q', long: '--short --quiet --no-recurse', most: 1 },
  'count-objects': { flags: 'vH', long: '--verbose --human-readable' },
  'check-ignore': { flags: 'qvnz', long: '--quiet --verbose --non-matching --no-index' },
  'check-attr': { flags: 'az', long: '--all --cached' },
  'hash-object': { values: 't', long: '--no-filters --literally' },
  cherry: { flags: 'v', longGlued: '--abbrev' },
  var: { flags: 'l' },
  version: { long: '--build-options' },
  init: {
    flags: 'q',
    values: 'b',
    long: '--quiet --bare',
    longValues: '--initial-branch',
    operands: [NEW_FOLDER],
    most: 1,
  },
  rm: {
    flags: 'rnq',
    long: '--cached --dry-run --quiet --ignore-unmatch',
    operands: 'written',
  },
  mv: { flags: 'nvk', long: '--dry-run --verbose', operands: 'moved' },
};

/** Subcommands for which no rule is offered: they run commands, rewrite history or reach other machines. */
const NEVER_OFFERED = new Set(
  `config submodule bisect rebase clone init rm mv reset restore archive`.split(' '),
);

/**
 * A word before a script, and the beginning of the next one: `--tree-filter`, which is never abbreviated,
 * or a setting whose value runs (`-c alias.name=!script`, `-c core.pager=program`).
 */
export const GIT_SCRIPT: RegExp =
  /^(?:--(?:env|tree|index|parent|msg|commit|tag-name)-filter |-c (?:(?:alias|submodule)\..*?=!|[^=]*(?:pager(?:\.\w+)?|editor|command|cmd|program|driver|helper|external|textconv|clean|smudge|process|fsmonitor|pack|pass)=!?))/is;

/** git. Its aliases and `git-*` programs are in no table. */
export const GIT: Readonly<Record<string, Program>> = {
  git: {
    writes: 'checkout restore init clone',
    // Otherwise it works with what was committed.
    walks: {
      with: '--no-index --untracked',
      here: Number.POSITIVE_INFINITY,
      unpacks: 'apply am checkout-index read-tree',
    },
    long: `--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs
      --glob-pathspecs --noglob-pathspecs --icase-pathspecs --version`,
    spelledValues: '-C -c --git-dir --work-tree --namespace',
    valueOptions: `-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env
      --attr-source`,
    aliases: { '--force': 'f', '--delete': 'd' },
    arity: 2,
    longer: 'remote stash worktree submodule config',
    wraps: { form: 'git' },
    subcommands: Object.fromEntries(
      Object.entries(SUBCOMMANDS).map(([name, table]) => [name, offered(name, table)]),
    ),
  },
  gitk: HELD,
  tig: HELD,
  hub: HELD,
};

function offered(name: string, table: Words): Words {
  if (NEVER_OFFERED.has(name)) return table;
  const { subcommands } = table;
  if (subcommands === undefined) return { ...table, offers: 0 };
  return {
    ...table,
    subcommands: Object.fromEntries(
      Object.entries(subcommands).map(([inner, own]) => [inner, { ...own, offers: 0 }]),
    ),
  };
}
