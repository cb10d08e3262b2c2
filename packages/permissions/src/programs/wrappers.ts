/**
 * Programs that run the rest of their line, as data. Extending a table makes allow rules narrower
 * and deny rules broader, never the other way round.
 */
export interface WrapperOptions {
  /** Short options that take a value: as the next word, or glued to the letter. */
  readonly values?: string;
  /** Long options, without dashes, that take a value: as the next word, or after `=`. */
  readonly longValues?: readonly string[];
  /** Words of its own before the command: the duration of `timeout`. */
  readonly operands?: number;
  /** Whether `NAME=value` may stand before the command. */
  readonly assignments?: boolean;
  /** Options with which it runs nothing: `command -v`. */
  readonly lookups?: readonly string[];
  /** The words after its own are joined and given to a shell. */
  readonly joins?: boolean;
  /** Options whose value is a shell script. */
  readonly scripts?: readonly string[];
  /** Only with one of these first words: `docker exec`. */
  readonly subcommands?: readonly string[];
  /** A missing command means that an operand is what runs: the image of `docker run`. */
  readonly operandRuns?: boolean;
}

/**
 * Run their command as it would run without them: a rule for it covers the wrapped form. `options`
 * are the words of their own under which that stays true.
 */
export const TRANSPARENT: ReadonlyMap<string, WrapperOptions & { readonly options: RegExp }> =
  new Map([
    ['time', { values: 'fo', longValues: ['format', 'output'], options: /^-p$/ }],
    [
      'nice',
      {
        values: 'n',
        longValues: ['adjustment'],
        options: /^(?:-n|-?-?\d+|-n-?\d+|--adjustment=-?\d+)$/,
      },
    ],
    ['nohup', { options: /^--$/ }],
    [
      'timeout',
      {
        values: 'sk',
        longValues: ['signal', 'kill-after'],
        operands: 1,
        options:
          /^(?:-[sk].*|--(?:signal|kill-after)(?:=.*)?|--preserve-status|--foreground|-v|--verbose|--)$/,
      },
    ],
    ['stdbuf', { values: 'ioe', longValues: ['input', 'output', 'error'], options: /^-[ioe].*$/ }],
    ['command', { lookups: ['-v', '-V', '-pv', '-pV'], options: /^--$/ }],
    ['builtin', { options: /^--$/ }],
    ['exec', { values: 'a', options: /^--$/ }],
    ['noglob', { options: /^$/ }],
    [
      'env',
      {
        values: 'uCS',
        longValues: ['unset', 'chdir', 'split-string'],
        assignments: true,
        scripts: ['-S', '--split-string'],
        options: /^$/,
      },
    ],
  ]);

const CONTAINER_LONG_VALUES = [
  'env',
  'env-file',
  'volume',
  'workdir',
  'user',
  'publish',
  'hostname',
  'label',
  'memory',
  'name',
  'network',
  'net',
  'entrypoint',
  'mount',
  'platform',
  'add-host',
  'cpus',
  'gpus',
  'restart',
  'shm-size',
  'ulimit',
  'device',
  'cap-add',
  'cap-drop',
  'security-opt',
  'pull',
  'runtime',
  'tmpfs',
  'detach-keys',
  'cidfile',
  'ip',
  'dns',
  'log-driver',
  'log-opt',
  'pid',
  'ipc',
  'userns',
  'index',
  'file',
  'project-name',
  'project-directory',
  'profile',
  'host',
  'context',
  'config',
  'log-level',
] as const;

const CONTAINER: WrapperOptions = {
  values: 'evwuphlmcfHa',
  longValues: CONTAINER_LONG_VALUES,
  subcommands: ['exec', 'run'],
  operands: 1,
  operandRuns: true,
};

/**
 * Change what a command can do, or which one runs: a rule has to spell the inner command word, or
 * the inner command has to be allowed as well.
 */
export const OPAQUE: ReadonlyMap<string, WrapperOptions> = new Map<string, WrapperOptions>([
  [
    'sudo',
    {
      values: 'ughpCrtTUDRac',
      longValues: [
        'user',
        'group',
        'host',
        'prompt',
        'close-from',
        'role',
        'type',
        'command-timeout',
        'other-user',
        'chdir',
        'chroot',
        'auth-type',
        'login-class',
      ],
      assignments: true,
    },
  ],
  ['doas', { values: 'uCa' }],
  ['pkexec', { longValues: ['user'] }],
  [
    'su',
    {
      values: 'gGsTCw',
      longValues: ['group', 'supp-group', 'shell', 'whitelist-environment'],
      scripts: ['-c', '--command', '--session-command'],
    },
  ],
  [
    'runuser',
    {
      values: 'ugGsTw',
      longValues: ['user', 'group', 'supp-group', 'shell'],
      scripts: ['-c', '--command', '--session-command'],
    },
  ],
  [
    'xargs',
    {
      values: 'adEILnPs',
      longValues: [
        'arg-file',
        'delimiter',
        'max-lines',
        'max-args',
        'max-procs',
        'max-chars',
        'process-slot-var',
      ],
    },
  ],
  [
    'parallel',
    {
      values: 'jaSILnNPCdt',
      longValues: [
        'jobs',
        'arg-file',
        'sshlogin',
        'delay',
        'timeout',
        'results',
        'joblog',
        'colsep',
        'tempdir',
        'workdir',
      ],
      joins: true,
    },
  ],
  ['watch', { values: 'nq', longValues: ['interval', 'equexit'], joins: true }],
  ['setsid', {}],
  ['ionice', { values: 'cnpPu', longValues: ['class', 'classdata', 'pid', 'pgid', 'uid'] }],
  ['strace', { values: 'abeEIopPsSuUX', longValues: ['output', 'trace', 'attach', 'user', 'env'] }],
  ['ltrace', { values: 'aeFlnopsuxX' }],
  [
    'flock',
    {
      values: 'wE',
      longValues: ['timeout', 'wait', 'conflict-exit-code'],
      operands: 1,
      scripts: ['-c', '--command'],
    },
  ],
  ['chroot', { longValues: ['userspec', 'groups'], operands: 1 }],
  [
    'unshare',
    {
      values: 'SGRw',
      longValues: ['setuid', 'setgid', 'root', 'wd', 'map-user', 'map-group', 'propagation'],
    },
  ],
  ['nsenter', { values: 'tSG', longValues: ['target', 'setuid', 'setgid'] }],
  ['taskset', { operands: 1 }],
  ['chrt', { values: 'TPD', operands: 1 }],
  ['numactl', { values: 'NmCipl' }],
  ['prlimit', {}],
  [
    'setpriv',
    { longValues: ['reuid', 'regid', 'groups', 'inh-caps', 'ambient-caps', 'bounding-set'] },
  ],
  ['fakeroot', { values: 'lsibu' }],
  ['firejail', {}],
  ['unbuffer', {}],
  ['rlwrap', {}],
  ['valgrind', {}],
  ['caffeinate', { values: 'tw' }],
  [
    'systemd-run',
    {
      values: 'pEtuHM',
      longValues: [
        'property',
        'setenv',
        'unit',
        'uid',
        'gid',
        'slice',
        'description',
        'working-directory',
        'machine',
        'host',
      ],
    },
  ],
  ['cross-env', { assignments: true }],
  ['cross-env-shell', { assignments: true, joins: true }],
  ['dotenv', { values: 'ecv' }],
  ['hyperfine', { values: 'wrmMpcSnsuL', joins: true }],
  ['entr', {}],
  [
    'npx',
    { values: 'pc', longValues: ['package', 'call', 'workspace'], scripts: ['-c', '--call'] },
  ],
  ['bunx', { values: 'p', longValues: ['package'] }],
  ['uvx', { longValues: ['from', 'with', 'python', 'index-url'] }],
  ['busybox', {}],
  ['toybox', {}],
  ['ssh', { values: 'BbcDEeFIiJLlmOoPpQRSWw', operands: 1, joins: true }],
  ['docker', CONTAINER],
  ['podman', CONTAINER],
  ['nerdctl', CONTAINER],
  [
    'kubectl',
    {
      values: 'cnfsl',
      longValues: [
        'container',
        'namespace',
        'filename',
        'context',
        'kubeconfig',
        'cluster',
        'server',
        'user',
        'token',
        'image',
        'pod-running-timeout',
        'overrides',
        'env',
        'labels',
      ],
      subcommands: ['exec', 'run'],
      operands: 1,
      operandRuns: true,
    },
  ],
  [
    'npm',
    {
      values: 'pcw',
      longValues: ['package', 'call', 'workspace', 'prefix'],
      subcommands: ['exec', 'x'],
      scripts: ['-c', '--call'],
    },
  ],
  [
    'pnpm',
    { values: 'CFw', longValues: ['dir', 'filter', 'package'], subcommands: ['exec', 'dlx'] },
  ],
  ['yarn', { values: 'p', longValues: ['cwd', 'package'], subcommands: ['exec', 'dlx'] }],
  ['bun', { subcommands: ['x'] }],
  [
    'uv',
    { longValues: ['with', 'python', 'package', 'directory', 'project'], subcommands: ['run'] },
  ],
  ['poetry', { subcommands: ['run'] }],
  ['pipenv', { subcommands: ['run'] }],
  ['pipx', { longValues: ['spec'], subcommands: ['run'] }],
  ['bundle', { subcommands: ['exec'] }],
  ['conda', { values: 'np', longValues: ['name', 'prefix', 'cwd'], subcommands: ['run'] }],
  ['direnv', { operands: 1, subcommands: ['exec'] }],
  ['script', { values: 'cEIOBTmo', scripts: ['-c', '--command'] }],
  [
    'git',
    { values: 'cC', longValues: ['git-dir', 'work-tree', 'namespace', 'exec-path', 'config-env'] },
  ],
]);

/** Shells whose `-c` argument is a script. */
export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'ash',
  'mksh',
  'rbash',
  'fish',
  'csh',
  'tcsh',
]);

/** Shells that may be looked through for an allow. */
export const TRANSPARENT_SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
]);

/** `find` options whose following words, up to `;` or `+`, are a command. */
export const FIND_ACTIONS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** `fd` options whose following words are a command. */
export const FD_ACTIONS: ReadonlySet<string> = new Set(['-x', '-X', '--exec', '--exec-batch']);

/** Variables whose value programs run as a command. */
export const SCRIPT_VARIABLES: ReadonlySet<string> = new Set([
  'GIT_SSH_COMMAND',
  'GIT_SSH',
  'GIT_EXTERNAL_DIFF',
  'GIT_PAGER',
  'GIT_EDITOR',
  'GIT_ASKPASS',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PROXY_COMMAND',
  'PAGER',
  'MANPAGER',
  'EDITOR',
  'VISUAL',
  'LESSOPEN',
  'LESSCLOSE',
  'BROWSER',
  'PROMPT_COMMAND',
  'SSH_ASKPASS',
  'SUDO_ASKPASS',
  'MAKE',
  'SHELL',
]);

/** Variables in whose value bash expands substitutions, or that name a file which it runs. */
export const EXPANDED_VARIABLES: ReadonlySet<string> = new Set([
  'PS0',
  'PS1',
  'PS2',
  'PS4',
  'BASH_ENV',
  'ENV',
]);

/** Variables that may be set before a command without changing what it does. */
export function isFreeVariable(name: string): boolean {
  return FREE_VARIABLES.has(name) || /^LC_[A-Z]+$/.test(name);
}

const FREE_VARIABLES: ReadonlySet<string> = new Set([
  'CI',
  'NODE_ENV',
  'NO_COLOR',
  'FORCE_COLOR',
  'TERM',
  'TZ',
  'LANG',
  'COLUMNS',
  'LINES',
]);
