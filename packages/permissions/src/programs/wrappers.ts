import { each, HELD, type Program, type Wrapper } from './program.ts';

const SHELL: Program = {
  flags: 'cleuxv',
  operands: 'script',
  ordered: true,
  wraps: { form: 'shell' },
};
const OTHER_SHELL: Program = { ...HELD, wraps: { form: 'shell' } };
const SOURCE: Program = {
  operands: 'script',
  ordered: true,
  moves: true,
  wraps: { form: 'source' },
};

/** A program that runs the rest of its line, with the words of its own before it. */
const wraps = (own: Program = {}, how: Wrapper = {}): Program => ({
  operands: 'held',
  ordered: true,
  ...own,
  wraps: how,
});
/** The same, with no words of its own accepted. */
const held = (how: Wrapper = {}): Program => ({ ...HELD, wraps: how });
/** The same, with words of its own that are not known, so that a rule's wildcard is accepted. */
const undescribed = (how: Wrapper = {}): Program => ({ undescribed: true, wraps: how });

const SU_SCRIPTS = '-c --command --session-command';

/**
 * Programs that run others: the command that they run is checked separately. A `transparent` wrapper runs it
 * unchanged. Any other changes what the command can do, or which program it is, so a rule has to spell out
 * the inner command, or the inner command has to be allowed as well.
 */
export const WRAPPERS: Readonly<Record<string, Program>> = {
  ...each('sh bash dash zsh ksh', SHELL),
  ...each('ash mksh rbash', OTHER_SHELL),
  ...each('fish csh tcsh', { ...HELD, wraps: { form: 'shell', foreign: true } }),
  source: SOURCE,
  '.': SOURCE,
  eval: { undescribed: true, moves: true, wraps: { form: 'eval' } },
  trap: { undescribed: true, moves: true, wraps: { form: 'trap' } },
  alias: { undescribed: true, moves: true, shadows: true, wraps: { form: 'alias' } },
  time: wraps({ flags: 'p' }, { transparent: /^-p$/, valueOptions: '-f -o --format --output' }),
  nice: wraps(
    { values: 'n', numeric: true, longValues: '--adjustment' },
    { transparent: /^(?:-n|-?-?\d+|-n-?\d+|--adjustment=-?\d+)$/ },
  ),
  // `jobs -x command`; other operands are jobs.
  jobs: undescribed(),
  nohup: wraps({}, { transparent: /^--$/ }),
  timeout: wraps(
    {
      flags: 'v',
      values: 'sk',
      long: '--foreground --preserve-status --verbose',
      longValues: '--signal --kill-after',
      operands: [/^[\d.]+[smhd]?$/],
    },
    {
      operands: 1,
      transparent:
        /^(?:-[sk].*|--(?:signal|kill-after)(?:=.*)?|--preserve-status|--foreground|-v|--verbose|--)$/,
    },
  ),
  stdbuf: wraps(
    { values: 'ioe', longValues: '--input --output --error' },
    { transparent: /^-[ioe].*$/ },
  ),
  command: wraps(
    { flags: 'vVp', operands: 'any', offers: 0 },
    { lookups: '-v -V -pv -pV', transparent: /^--$/ },
  ),
  builtin: wraps({}, { transparent: /^--$/ }),
  exec: wraps({}, { transparent: /^--$/, valueOptions: '-a' }),
  noglob: undescribed({ transparent: /^$/ }),
  env: {
    flags: 'i0',
    values: 'u',
    operands: [/^[A-Za-z_]\w*=/],
    wraps: {
      transparent: /^$/,
      assignments: true,
      valueOptions: '-C -S --unset --chdir --split-string',
      scripts: '-S --split-string',
    },
  },
  sudo: wraps(
    { flags: 'nH' },
    {
      assignments: true,
      valueOptions: `-u -g -h -p -C -r -t -T -U -D -R -a -c --user --group --host --prompt
        --close-from --role --type --command-timeout --other-user --chdir --chroot --auth-type
        --login-class`,
    },
  ),
  doas: held({ valueOptions: '-u -C -a' }),
  pkexec: held({ valueOptions: '--user' }),
  su: held({
    form: 'su',
    valueOptions: '-g -G -s -T -C -w --group --supp-group --shell --whitelist-environment',
    scripts: SU_SCRIPTS,
  }),
  runuser: held({
    form: 'su',
    valueOptions: '-u -g -G -s -T -w --user --group --supp-group --shell',
    scripts: SU_SCRIPTS,
  }),
  xargs: wraps(
    {
      flags: '0rtx',
      values: 'nPLIdsE',
      glued: 'i',
      long: '--null --no-run-if-empty --verbose --exit',
      longValues: '--max-args --max-procs --max-lines --delimiter --max-chars',
      longGlued: '--replace',
    },
    { form: 'xargs', feeds: true, valueOptions: '-a --arg-file --process-slot-var' },
  ),
  parallel: held({
    form: 'parallel',
    joins: true,
    valueOptions: `-j -a -S -I -L -n -N -P -C -d -t --jobs --arg-file --sshlogin --delay --timeout
      --results --joblog --colsep --tempdir --workdir`,
  }),
  watch: wraps(
    {
      flags: 'tdbegcx',
      values: 'n',
      long: '--no-title --differences --color',
      longValues: '--interval',
    },
    { joins: true, valueOptions: '-q --equexit' },
  ),
  setsid: held(),
  ionice: held({ valueOptions: '-c -n -p -P -u --class --classdata --pid --pgid --uid' }),
  strace: wraps(
    { flags: 'fc' },
    {
      valueOptions: `-a -b -e -E -I -o -p -P -s -S -u -U -X --output --trace --attach --user --env`,
    },
  ),
  ltrace: held({ valueOptions: '-a -e -F -l -n -o -p -s -u -x -X' }),
  flock: held({
    operands: 1,
    valueOptions: '-w -E --timeout --wait --conflict-exit-code',
    scripts: '-c --command',
  }),
  chroot: held({ operands: 1, valueOptions: '--userspec --groups' }),
  unshare: held({
    valueOptions: '-S -G -R -w --setuid --setgid --root --wd --map-user --map-group --propagation',
  }),
  nsenter: held({ valueOptions: '-t -S -G --target --setuid --setgid' }),
  taskset: held({ operands: 1 }),
  chrt: undescribed({ operands: 1, valueOptions: '-T -P -D' }),
  numactl: undescribed({ valueOptions: '-N -m -C -i -p -l' }),
  prlimit: undescribed(),
  setpriv: undescribed({
    valueOptions: '--reuid --regid --groups --inh-caps --ambient-caps --bounding-set',
  }),
  fakeroot: undescribed({ valueOptions: '-l -s -i -b -u' }),
  firejail: undescribed(),
  unbuffer: held(),
  rlwrap: undescribed(),
  valgrind: held(),
  caffeinate: undescribed({ valueOptions: '-t -w' }),
  'systemd-run': held({
    valueOptions: `-p -E -t -u -H -M --property --setenv --unit --uid --gid --slice --description
      --working-directory --machine --host`,
  }),
  'cross-env': undescribed({ assignments: true }),
  'cross-env-shell': undescribed({ assignments: true, joins: true }),
  dotenv: undescribed({ valueOptions: '-e -c -v' }),
  hyperfine: undescribed({
    joins: true,
    valueOptions: '-w -r -m -M -p -c -S -n -s -u -L',
  }),
  entr: held(),
  busybox: held(),
  toybox: held(),
  direnv: undescribed({ operands: 1, subcommands: 'exec' }),
  script: held({ valueOptions: '-c -E -I -O -B -T -m -o', scripts: '-c --command' }),
  uvx: held({ valueOptions: '--from --with --python --index-url' }),
  uv: {
    ...HELD,
    arity: 2,
    longer: 'pip',
    wraps: {
      subcommands: 'run',
      valueOptions: '--with --python --package --directory --project',
    },
  },
  poetry: { ...HELD, arity: 2, wraps: { subcommands: 'run' } },
  pipenv: { ...HELD, arity: 2, wraps: { subcommands: 'run' } },
  pipx: held({ subcommands: 'run', valueOptions: '--spec' }),
  bundle: { ...HELD, arity: 2, wraps: { subcommands: 'exec' } },
  conda: {
    ...HELD,
    arity: 2,
    wraps: { subcommands: 'run', valueOptions: '-n -p --name --prefix --cwd' },
  },
};
