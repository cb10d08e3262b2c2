import { each, HELD, type Program, type Words } from './program.ts';

/**
 * Names of registry packages, with a version or tag; no paths, URLs, repositories or aliases. `x.tgz`, `x@.`
 * and `x@y.tgz` are files and folders.
 */
const PACKAGE =
  /^(?!.*\.(?:tgz|tar|tar\.gz)$)(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?:@(?!\.)[\w.^~<>=*-]+)?$/i;
/**
 * An assignment would reach a script as with `make NAME=…` or `env NAME=…`, and a file from elsewhere might
 * be run as a test.
 */
const SCRIPT_OPERAND = /^(?![A-Za-z_]\w*\+?=|[/~]|(?:.*\/)?\.\.(?:\/|$))/;
const FIELD = /^[\w.[\]-]+$/;
const TRUTH = /^(?:|true|false)$/;
/** Built-in reporters of test runners; any other reporter is a module that is loaded. */
const REPORTER =
  /^(?:basic|default|verbose|dot|dots|json|spec|tap|tap-flat|min|minimal|progress|list|line|junit|tree|agent|landing|nyan|doc|hanging-process|github-actions|silent|append-only|ndjson)$/;
const FORMATTER = /^(?:stylish|json|json-with-metadata|compact|unix|html|codeframe|github)$/;

/** Options that test runners, linters and servers in scripts commonly accept. */
const SCRIPT_ARGUMENTS: Words = {
  long: `--run --silent --verbose --ci --runInBand --passWithNoTests --no-coverage --no-color
    --quiet --onlyChanged --changed --lastCommit --noEmit --check --no-watch --headed --help
    --version --no-cache --no-bail --list --findRelatedTests --watchAll --errors-only --strict
    --hideSkippedTests --no-fail-fast --ignoreCoverage --detectOpenHandles --logHeapUsage`,
  flags: 'vqh',
  values: 't',
  longValues: `--testNamePattern --testPathPattern --testPathPatterns --grep --fgrep --timeout
    --testTimeout --retry --retries --maxWorkers --minWorkers --shard --max-warnings --port
    --reporter --reporters --seed --repeat-each`,
  longGlued: '--watch --coverage --color --colors --bail --watchAll --cache --forbid-only --silent',
  only: {
    '--watch': TRUTH,
    '--watchAll': TRUTH,
    '--coverage': TRUTH,
    '--cache': TRUTH,
    '--silent': TRUTH,
    '--reporter': REPORTER,
    '--reporters': REPORTER,
    '--port': /^\d+$/,
  },
  operands: [SCRIPT_OPERAND],
};

/**
 * npm accepts any number of dashes and any prefix of an option name, so its options are compared as whole
 * words.
 */
const NPM_OPTIONS: Words = {
  long: `-s -q -d -dd -ddd -l -ws -h --silent --quiet --verbose --json --long --parseable
    --if-present --ignore-scripts --no-audit --audit --no-fund --fund --prefer-offline --offline
    --prefer-dedupe --production --legacy-peer-deps --dry-run --all -a --no-color --progress
    --no-progress --workspaces --include-workspace-root --no-optional --no-update-notifier
    --foreground-scripts --version -v --help`,
  longValues: '-w --workspace --loglevel --omit --include --depth --reporter',
  longGlued: '--color --watch --coverage',
  only: {
    '--watch': TRUTH,
    '--coverage': TRUTH,
    '--reporter': REPORTER,
    '--depth': /^\d+$/,
    '--omit': /^(?:dev|optional|peer)$/,
    '--include': /^(?:prod|dev|optional|peer)$/,
    '--loglevel': /^(?:silent|error|warn|notice|http|info|verbose|silly)$/,
  },
};
const NPM_SAVES = `${NPM_OPTIONS.long ?? ''} -D -S -E -O --save --save-dev --save-exact
  --save-optional --save-peer --no-save --no-package-lock`;

const npmScript = (offers: number): Words => ({
  ...NPM_OPTIONS,
  operands: [SCRIPT_OPERAND],
  rest: SCRIPT_ARGUMENTS,
  offers,
});
const npmReads: Words = { ...NPM_OPTIONS, offers: 0 };
const npmInstall: Words = { ...NPM_OPTIONS, long: NPM_SAVES, operands: [PACKAGE] };

const NPM: Program = {
  ...NPM_OPTIONS,
  arity: 2,
  longer: 'run run-script',
  valueOptions: `--prefix -C -w --workspace --registry --userconfig --loglevel --cache --script-shell
    --node-options`,
  aliases: { '--force': 'f', '--global': 'g' },
  wraps: {
    subcommands: 'exec x',
    valueOptions: '-p -c --package --call',
    scripts: '-c --call',
  },
  subcommands: {
    run: npmScript(1),
    'run-script': npmScript(1),
    test: npmScript(0),
    t: npmScript(0),
    tst: npmScript(0),
    start: npmScript(0),
    stop: npmScript(0),
    restart: npmScript(0),
    ci: { ...NPM_OPTIONS, operands: 'none', offers: 0 },
    'clean-install': { ...NPM_OPTIONS, operands: 'none', offers: 0 },
    install: npmInstall,
    i: npmInstall,
    add: npmInstall,
    uninstall: npmInstall,
    rm: npmInstall,
    remove: npmInstall,
    update: npmInstall,
    dedupe: { ...NPM_OPTIONS, operands: 'none' },
    prune: { ...NPM_OPTIONS, operands: 'none' },
    ls: npmReads,
    list: npmReads,
    ll: npmReads,
    outdated: npmReads,
    why: npmReads,
    explain: npmReads,
    fund: { ...NPM_OPTIONS, operands: 'none' },
    view: { ...npmReads, operands: [PACKAGE, FIELD] },
    info: { ...npmReads, operands: [PACKAGE, FIELD] },
    show: { ...npmReads, operands: [PACKAGE, FIELD] },
    search: npmReads,
    audit: { ...npmReads, operands: 'none' },
    whoami: npmReads,
    ping: npmReads,
    root: npmReads,
    prefix: npmReads,
    config: {
      subcommands: {
        get: { long: '--json', operands: [/^[\w@:./-]+$/] },
        list: { long: '-l --long --json', operands: 'none' },
        ls: { long: '-l --long --json', operands: 'none' },
      },
    },
    exec: { long: '-y --yes --no-install' },
    x: { long: '-y --yes --no-install' },
  },
};

/** pnpm and yarn pass all words after the name to a script, so both tables have to accept them. */
const WORKSPACE_OPTIONS: Words = {
  long: `-r -w -s --recursive --workspace-root --frozen-lockfile --no-frozen-lockfile --immutable
    --prefer-offline --offline --ignore-scripts --silent --stream --parallel --no-bail --if-present
    --no-color --color --prod --dev --json --long --production --check-files --pure-lockfile
    --non-interactive --no-progress --version -v --help -h --lockfile-only --no-optional
    --strict-peer-dependencies --aggregate-output --no-sort --sort`,
  longValues: '-F --filter --reporter --loglevel --workspace-concurrency --depth --network-timeout',
  only: {
    '--reporter': REPORTER,
    '-F': /^[\w@./*!{}^…-]+$/,
    '--filter': /^[\w@./*!{}^-]+$/,
    '--loglevel': /^\w+$/,
    '--depth': /^[\w-]+$/,
  },
};
const PASSED_ON: Words = {
  ...SCRIPT_ARGUMENTS,
  longValues: `${SCRIPT_ARGUMENTS.longValues ?? ''} --filter`,
  rest: SCRIPT_ARGUMENTS,
};
const workspaceScript: Words = { ...PASSED_ON, offers: 0 };
const workspaceRun: Words = { ...PASSED_ON, offers: 1 };
const workspaceReads: Words = { ...WORKSPACE_OPTIONS, offers: 0 };
const workspaceAdd: Words = {
  ...WORKSPACE_OPTIONS,
  long: `${WORKSPACE_OPTIONS.long ?? ''} -D -P -O -E --save-dev --save-prod --save-optional
    --save-exact --save-peer --workspace --exact`,
  operands: [PACKAGE],
};

const WORKSPACE_MANAGER: Words = {
  ...WORKSPACE_OPTIONS,
  otherwise: PASSED_ON,
  subcommands: {
    run: workspaceRun,
    'run-script': workspaceRun,
    test: workspaceScript,
    t: workspaceScript,
    start: workspaceScript,
    install: { ...WORKSPACE_OPTIONS, operands: 'none', offers: 0 },
    i: { ...WORKSPACE_OPTIONS, operands: 'none', offers: 0 },
    add: workspaceAdd,
    remove: workspaceAdd,
    rm: workspaceAdd,
    update: workspaceAdd,
    up: workspaceAdd,
    upgrade: workspaceAdd,
    prune: { ...WORKSPACE_OPTIONS, operands: 'none' },
    dedupe: { ...WORKSPACE_OPTIONS, operands: 'none' },
    list: workspaceReads,
    ls: workspaceReads,
    ll: workspaceReads,
    outdated: workspaceReads,
    why: workspaceReads,
    audit: { ...workspaceReads, operands: 'none' },
    info: { ...workspaceReads, operands: [PACKAGE, FIELD] },
    view: { ...workspaceReads, operands: [PACKAGE, FIELD] },
    root: workspaceReads,
    bin: workspaceReads,
    licenses: workspaceReads,
    exec: WORKSPACE_OPTIONS,
    dlx: HELD,
    create: HELD,
    config: HELD,
    set: HELD,
    node: HELD,
    env: HELD,
    plugin: HELD,
    patch: HELD,
    'patch-commit': HELD,
    publish: HELD,
    pack: HELD,
    deploy: HELD,
    link: HELD,
    unlink: HELD,
    import: HELD,
    rebuild: HELD,
    setup: HELD,
    store: HELD,
    server: HELD,
    fetch: HELD,
    init: HELD,
    global: HELD,
    npm: HELD,
    workspace: HELD,
    workspaces: HELD,
    version: HELD,
    'self-update': HELD,
  },
};

const VITEST: Words = {
  ...SCRIPT_ARGUMENTS,
  flags: 'hvw',
  values: 't',
  long: `${SCRIPT_ARGUMENTS.long ?? ''} --disable-console-intercept --no-isolate
    --no-file-parallelism --allowOnly --dangerouslyIgnoreUnhandledErrors --expand-snapshot-diff`,
  longValues: `${SCRIPT_ARGUMENTS.longValues ?? ''} --project --exclude --hookTimeout`,
  operands: 'inside',
};
const LINT: Program = {
  long: `--quiet --no-error-on-unmatched-pattern --color --no-color --no-cache --version -v
    --help -h --report-unused-disable-directives --no-inline-config --no-warn-ignored --stats
    --exit-on-fatal-error --pass-on-no-patterns --type-aware --deny-warnings`,
  longValues: '--ext --max-warnings --format -f',
  only: { '--format': FORMATTER, '-f': FORMATTER },
  operands: 'inside',
  offers: 0,
};

const NODE: Program = {
  long: '-v --version --help',
  idle: '-v --version --help',
  operands: 'script',
};

/** Programs of the JavaScript ecosystem. */
export const JAVASCRIPT: Readonly<Record<string, Program>> = {
  npm: NPM,
  pnpm: {
    ...WORKSPACE_MANAGER,
    arity: 2,
    longer: 'run',
    valueOptions: '-C --dir -F --filter --loglevel --reporter --config',
    wraps: { subcommands: 'exec dlx', valueOptions: '-w --package' },
  },
  ...each('yarn yarnpkg', {
    ...WORKSPACE_MANAGER,
    arity: 2,
    longer: 'run',
    valueOptions: '--cwd --registry --cache-folder',
    wraps: { subcommands: 'exec dlx', valueOptions: '-p --package' },
  }),
  npx: {
    long: '-y --yes --no-install',
    wraps: { valueOptions: '-p -c --package --call --workspace', scripts: '-c --call' },
  },
  bunx: { wraps: { valueOptions: '-p --package' } },
  node: { ...NODE, asText: true },
  nodejs: NODE,
  bun: {
    arity: 2,
    longer: 'run',
    wraps: { subcommands: 'x' },
    long: '-v --version --help',
    subcommands: {
      run: { operands: 'script' },
      x: {},
      test: {
        long: '--watch --coverage --only --todo --randomize',
        longValues: '-t --test-name-pattern --timeout --bail --rerun-each',
        operands: 'inside',
      },
      install: { long: '--frozen-lockfile --production --no-save --silent', operands: 'none' },
    },
  },
  deno: {
    arity: 2,
    longer: 'task',
    long: '--version --help',
    idle: '--version --help',
    subcommands: {
      lint: { long: '--quiet --json --compact', operands: 'inside' },
      fmt: { long: '--check --quiet', requires: '--check', operands: 'inside' },
      info: { long: '--json' },
    },
  },
  ...each('tsx ts-node', { operands: 'script', asText: true }),
  vitest: {
    ...VITEST,
    subcommands: { run: VITEST, watch: VITEST, dev: VITEST, list: VITEST, related: VITEST },
    offers: 0,
  },
  jest: {
    ...SCRIPT_ARGUMENTS,
    flags: 'hibo',
    values: 't',
    long: `${SCRIPT_ARGUMENTS.long ?? ''} --clearCache --forceExit --listTests --expand --no-cache
      --watchman --showConfig`,
    longValues: `${SCRIPT_ARGUMENTS.longValues ?? ''} --selectProjects --changedSince`,
    // It becomes an argument of git.
    only: { ...SCRIPT_ARGUMENTS.only, '--changedSince': /^[\w./@~^]/ },
    operands: 'inside',
    offers: 0,
  },
  mocha: {
    flags: 'bchiw',
    values: 'gR',
    long: '--bail --recursive --color --no-color --parallel --exit --forbid-only --dry-run',
    longValues: '--grep --fgrep --timeout --retries --reporter --slow',
    only: { '--reporter': REPORTER, '-R': REPORTER },
    operands: 'inside',
    offers: 0,
  },
  playwright: {
    subcommands: {
      test: {
        long: '--headed --list --quiet --forbid-only --last-failed --fully-parallel',
        longValues: `--project --grep -g --workers -j --retries --repeat-each --timeout
          --max-failures --reporter --shard --browser`,
        only: { '--reporter': REPORTER },
        operands: 'inside',
        offers: 0,
      },
    },
  },
  tsc: {
    long: `--noEmit --watch -w --pretty --strict --skipLibCheck --version -v --help -h --listFiles
      --listFilesOnly --showConfig --diagnostics --extendedDiagnostics --noErrorTruncation
      --explainFiles --traceResolution`,
    operands: 'none',
    offers: 0,
  },
  eslint: LINT,
  oxlint: LINT,
  prettier: {
    long: '--check -c --list-different -l --no-color --no-cache --ignore-unknown -u --version',
    longValues: '--log-level --loglevel',
    requires: '--check -c --list-different -l --version',
    operands: 'inside',
  },
};
