import { each, HELD, type Program, type Words } from './program.ts';

/** A package of an index with a version; no path, URL or option, and no archive in the current folder. */
const DISTRIBUTION =
  /^(?!.*\.(?:zip|whl|tar|tgz|tbz|txz|tlz|xz|gz|bz2|lz|lzma)(?:\[|$))[A-Za-z\d][\w.-]*(?:\[[\w,.-]+\])?(?:[=<>!~]=?[\w.*,<>=!]+)?$/i;
const TARGET = /^[A-Za-z\d_][\w./-]*$/;
const WORD = /^[\w-]+$/;

/** Go accepts one dash or two. */
const goWords = (names: string): string =>
  names
    .split(/\s+/)
    .map((name) => `-${name} --${name}`)
    .join(' ');
const GO_BUILD: Words = {
  long: goWords('v race a n x trimpath cover'),
  longValues: goWords(
    'tags p count run timeout bench cpu parallel skip shuffle benchtime coverpkg',
  ),
  longGlued: goWords('short json benchmem failfast fullpath'),
  operands: 'inside',
};
const GO_ONLY_BUILD: Words = {
  long: goWords('v race a n x trimpath cover json'),
  longValues: goWords('tags p'),
  operands: 'inside',
};

const CARGO: Words = {
  flags: 'vqr',
  values: 'pFj',
  long: `--release --all --workspace --lib --bins --tests --examples --benches --all-targets
    --all-features --no-default-features --verbose --quiet --locked --frozen --offline --keep-going
    --no-run --no-fail-fast --doc --no-deps --version --help --ignore-rust-version`,
  longValues: `--package --exclude --bin --test --example --bench --features --jobs
    --message-format --color --profile --target`,
  only: { '--target': WORD, '--profile': WORD, '--color': WORD },
  operands: 'any',
  rest: HELD,
  offers: 0,
};
const CARGO_TEST: Words = {
  ...CARGO,
  rest: {
    long: `--nocapture --no-capture --ignored --include-ignored --exact --show-output --list --test
      --bench --quiet`,
    flags: 'q',
    longValues: '--test-threads --skip --color --format',
  },
};

const PYTEST: Words = {
  flags: 'qvsxlh',
  values: 'kmnr',
  long: `--lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --co
    --collect-only --exitfirst --no-header --no-summary --disable-warnings --showlocals --verbose
    --quiet --strict-markers --strict-config --no-cov --fixtures --markers --version --help
    --setup-show --cache-clear --full-trace --runxfail`,
  longValues:
    '--tb --maxfail --durations --durations-min --color --deselect --ignore --capture --dist',
  longGlued: '--cov --cov-report --cov-fail-under',
  only: { '--cov-report': /^(?:|term(?:-missing)?(?::skip-covered)?)$/, '--cov': /^[\w./-]*$/ },
  operands: 'inside',
  offers: 0,
};
const PIP: Words = {
  flags: 'qv',
  long: '--quiet --verbose --no-color --disable-pip-version-check --version',
  subcommands: {
    list: {
      flags: 'ol',
      long: '--outdated --uptodate --local --user --not-required',
      longValues: '--format',
      operands: 'none',
      offers: 0,
    },
    show: { flags: 'f', long: '--files --verbose', offers: 0 },
    freeze: { flags: 'l', long: '--local --all --user', operands: 'none', offers: 0 },
    check: { operands: 'none', offers: 0 },
    install: {
      flags: 'Uqv',
      long: '--upgrade --quiet --verbose --no-deps --dry-run --no-cache-dir --only-binary :all:',
      operands: [DISTRIBUTION],
    },
    uninstall: { flags: 'yq', long: '--yes --quiet', operands: [DISTRIBUTION] },
  },
};
const PYTHON: Words = {
  flags: 'BEIOSsuvqbV',
  long: '--version --help',
  idle: '-V --version --help',
  runs: '-m',
  operands: 'script',
  ordered: true,
};
const RUFF: Words = {
  subcommands: {
    check: {
      flags: 'qv',
      long: '--quiet --verbose --no-cache --no-fix --statistics --diff --show-files --preview',
      longValues:
        '--select --ignore --extend-select --output-format --line-length --target-version',
      operands: 'inside',
      offers: 0,
    },
    format: {
      long: '--check --diff --quiet --no-cache',
      requires: '--check --diff',
      operands: 'inside',
    },
  },
};

const SCRIPTS: Program = { operands: 'script', ordered: true, asText: true };

/** Compilers, package managers and test runners of other languages. */
export const LANGUAGES: Readonly<Record<string, Program>> = {
  ...each('python python2 python3', { ...PYTHON, asText: true }),
  ...each('pypy pypy3', PYTHON),
  pip: {
    ...PIP,
    arity: 2,
    valueOptions: '--proxy --timeout --cache-dir --log --python --retries --cert',
  },
  pip3: { ...PIP, arity: 2 },
  pytest: PYTEST,
  'py.test': PYTEST,
  ruff: RUFF,
  mypy: {
    long: `--strict --ignore-missing-imports --no-error-summary --show-error-codes --pretty
      --no-incremental --version --verbose`,
    flags: 'vV',
    operands: 'inside',
    offers: 0,
  },
  black: {
    flags: 'qv',
    long: '--check --diff --quiet --verbose --color',
    longValues: '--line-length',
    requires: '--check --diff',
    operands: 'inside',
  },
  java: {
    long: '-version --version',
    idle: '-version --version',
    runs: '-jar',
    operands: 'script',
    ordered: true,
    singleDash: true,
    asText: true,
  },
  ruby: { ...SCRIPTS, long: '--version', idle: '-v --version', flags: 'vw' },
  perl: { ...SCRIPTS, flags: 'vw', idle: '-v' },
  ...each('php lua luajit', { ...SCRIPTS, flags: 'v', idle: '-v' }),
  cargo: {
    arity: 2,
    valueOptions: '--config -Z -C --color --manifest-path',
    flags: 'vqV',
    long: '--version --list --verbose --quiet --locked --frozen --offline',
    subcommands: {
      build: CARGO,
      b: CARGO,
      check: CARGO,
      c: CARGO,
      test: CARGO_TEST,
      t: CARGO_TEST,
      bench: CARGO_TEST,
      doc: CARGO,
      clippy: {
        ...CARGO,
        rest: { values: 'DWAF', longValues: '--deny --warn --allow', operands: 'none' },
      },
      fmt: { flags: 'qv', long: '--all --check --quiet', operands: 'none', offers: 0 },
      run: { ...CARGO, operands: 'any', rest: { text: true }, offers: undefined },
      r: { ...CARGO, operands: 'any', rest: { text: true }, offers: undefined },
      tree: { ...CARGO, longValues: '--package --depth --invert --edges --prefix', flags: 'dei' },
      metadata: {
        long: '--no-deps --offline --locked',
        longValues: '--format-version',
        offers: 0,
      },
      update: { long: '--dry-run --workspace --offline --locked', values: 'p', offers: 0 },
      clean: { flags: 'r', values: 'p', long: '--release --doc' },
      search: { longValues: '--limit', offers: 0 },
      version: { flags: 'v', offers: 0 },
    },
  },
  rustc: { flags: 'vV', long: '--version --verbose', operands: 'held', asText: true },
  rustup: {
    arity: 2,
    subcommands: { show: { offers: 0 }, toolchain: { subcommands: { list: { offers: 0 } } } },
  },
  go: {
    arity: 2,
    valueOptions: '-C',
    singleDash: true,
    subcommands: {
      test: { ...GO_BUILD, offers: 0 },
      build: GO_ONLY_BUILD,
      vet: { ...GO_ONLY_BUILD, offers: 0 },
      list: {
        long: goWords('m json deps e test versions u'),
        longValues: goWords('f tags'),
        offers: 0,
      },
      version: { long: goWords('m v'), offers: 0 },
      env: { long: goWords('json changed'), operands: [/^[A-Z\d_]+$/], offers: 0 },
      doc: { long: goWords('all c cmd short src u'), offers: 0 },
      mod: {
        subcommands: {
          tidy: { long: goWords('v e'), operands: 'none', offers: 0 },
          verify: { operands: 'none', offers: 0 },
          graph: { operands: 'none', offers: 0 },
          download: { long: goWords('json x'), operands: 'none', offers: 0 },
          why: { long: goWords('m'), offers: 0 },
        },
      },
    },
  },
  gofmt: { flags: 'lde', operands: 'any', offers: 0 },
  make: {
    arity: 2,
    // Not `-b` and `-m`: GNU ignores them, and others read rules from the folder after `-m`.
    flags: 'BdiknqrRsSvw',
    values: 'l',
    glued: 'j',
    only: { '-j': /^\d*$/ },
    long: `--keep-going --silent --quiet --dry-run --just-print --recon --always-make
      --no-print-directory --print-directory --question --ignore-errors --version --help
      --no-builtin-rules --no-builtin-variables --trace`,
    longGlued: '--jobs --debug --output-sync',
    spelledValues: '-f --file --makefile -C --directory -I --include-dir',
    operands: [TARGET],
  },
  terraform: {
    arity: 2,
    longer: 'state workspace',
    valueOptions: '',
    singleDash: true,
    long: '-version -help',
    subcommands: {
      plan: {
        long: '-no-color -compact-warnings -detailed-exitcode -json',
        longGlued: '-input -refresh -lock -lock-timeout -parallelism -target',
        operands: 'none',
      },
      validate: { long: '-no-color -json', operands: 'none' },
      fmt: { long: '-check -diff -recursive', requires: '-check', operands: 'inside' },
      version: { long: '-json' },
    },
  },
};
