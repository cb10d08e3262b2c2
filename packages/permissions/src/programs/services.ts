import { HELD, type Program, type Wrapper, type Words } from './program.ts';

const LISTS = (table: Words = {}): Words => ({
  ...table,
  flags: `${table.flags ?? ''}aq`,
  values: `${table.values ?? ''}nf`,
  long: `--all --quiet --no-trunc --last --size --digests ${table.long ?? ''}`,
  longValues: `--filter --format ${table.longValues ?? ''}`,
  offers: 0,
});
const LOGS: Words = {
  flags: 'ft',
  values: 'n',
  long: '--follow --timestamps --details --no-color --no-log-prefix',
  longValues: '--tail --since --until --index',
  offers: 0,
};
const INSPECT: Words = {
  flags: 's',
  values: 'f',
  long: '--size',
  longValues: '--format --type',
  offers: 0,
};
const EXEC: Words = { flags: 'itd', values: 'u', longValues: '--user' };
const NAMES: Words = {
  flags: 'q',
  values: 't',
  long: '--quiet --no-deps',
  longValues: '--timeout --time',
  offers: 0,
};
const MANAGED = {
  ls: LISTS(),
  list: LISTS(),
  inspect: INSPECT,
};
const CONTAINERS: Readonly<Record<string, Words>> = {
  ps: LISTS({ flags: 'lns' }),
  images: LISTS(),
  logs: LOGS,
  inspect: INSPECT,
  version: { offers: 0, longValues: '--format', values: 'f' },
  info: { offers: 0, longValues: '--format', values: 'f' },
  stats: { flags: 'a', long: '--all --no-stream --no-trunc', longValues: '--format', offers: 0 },
  top: { offers: 0 },
  port: { offers: 0 },
  diff: { offers: 0 },
  history: LISTS({ flags: 'H', long: '--human' }),
  pull: { flags: 'qa', long: '--quiet --all-tags', longValues: '--platform' },
  start: NAMES,
  stop: NAMES,
  restart: NAMES,
  build: {
    flags: 'q',
    values: 't',
    long: '--no-cache --pull --quiet',
    longValues: '--tag --target --platform --progress',
    operands: [/^\.$/],
  },
  exec: EXEC,
  container: { subcommands: { ...MANAGED, logs: LOGS, top: { offers: 0 } } },
  image: { subcommands: { ...MANAGED, history: LISTS() } },
  volume: { subcommands: MANAGED },
  network: { subcommands: MANAGED },
  system: {
    subcommands: { df: { flags: 'v', long: '--verbose', offers: 0 }, info: { offers: 0 } },
  },
};
const COMPOSE: Words = {
  longGlued: '--ansi --progress',
  subcommands: {
    ps: LISTS({ long: '--services --orphans', longValues: '--status' }),
    logs: LOGS,
    ls: LISTS(),
    images: LISTS(),
    top: { offers: 0 },
    port: { offers: 0 },
    version: { offers: 0, long: '--short' },
    config: {
      flags: 'q',
      long: '--quiet --services --volumes --images --profiles --no-interpolate',
      longValues: '--format',
      offers: 0,
    },
    up: {
      flags: 'd',
      long: `--detach --build --no-build --force-recreate --no-recreate --no-deps --no-start --wait
        --remove-orphans --quiet-pull --abort-on-container-exit --no-color --no-log-prefix`,
      longValues: '--timeout --wait-timeout --exit-code-from',
      offers: 0,
    },
    down: { long: '--remove-orphans', values: 't', longValues: '--timeout', offers: 0 },
    build: { flags: 'q', long: '--no-cache --pull --quiet --parallel', offers: 0 },
    pull: { flags: 'q', long: '--quiet --ignore-pull-failures', offers: 0 },
    start: NAMES,
    stop: NAMES,
    restart: NAMES,
    exec: { ...EXEC, flags: 'Td' },
  },
};

const KUBE: Words = {
  flags: 'A',
  values: 'nol',
  long: '--all-namespaces --show-labels --no-headers --watch --ignore-not-found --show-kind',
  longValues: `--namespace --output --selector --sort-by --field-selector --context --label-columns
    --chunk-size`,
  only: {
    '-o': /^(?:json|yaml|wide|name|(?:jsonpath|custom-columns|go-template)=.*)$/s,
    '--output': /^(?:json|yaml|wide|name|(?:jsonpath|custom-columns|go-template)=.*)$/s,
  },
  offers: 0,
};

const GH_FLAGS =
  '--comments --log --log-failed --exit-status --patch --name-only --verbose --draft';
const GH: Words = {
  flags: 'c',
  values: 'RLsAlSqtBHaj',
  long: GH_FLAGS,
  longValues: `--repo --limit --state --author --assignee --label --search --json --jq --template
    --base --head --branch --workflow --status --event --user --milestone --color --job`,
  offers: 0,
};

const AWS: Words = {
  longValues: '--region --output --query --max-items --page-size --max-results',
  long: '--no-cli-pager --no-paginate --human-readable --summarize --recursive',
  offers: 0,
};

/** The name of a formula of Homebrew; a file of that form is code that it loads. */
const FORMULA = /^(?!.*\.(?:rb|json)$)[\w@.+-]+$/i;

/**
 * A package of Debian, with a version. `install x-` would remove it, `remove x+` would install it, and `.+` or
 * `.*` in a name that no package has would be a pattern.
 */
const DEBIAN_PACKAGE =
  /^(?!.*\.[+*])(?!.*(?:[^+]\+|\+{3}|-)(?:=|$))[a-z\d][a-z\d+.:-]*(?:=[\w.:~+-]+)?$/;

const APT: Program = {
  arity: 2,
  valueOptions: '-o -c -t --option --config-file --target-release',
};
/** A command in a container. */
const IN_CONTAINER: Wrapper = {
  subcommands: 'exec run',
  operands: 1,
  operandRuns: true,
  valueOptions: `-e -v -w -u -p -h -l -m -c -f -H -a --env --env-file --volume --workdir --user
    --publish --hostname --label --memory --name --network --net --entrypoint --mount --platform
    --add-host --cpus --gpus --restart --shm-size --ulimit --device --cap-add --cap-drop
    --security-opt --pull --runtime --tmpfs --detach-keys --cidfile --ip --dns --log-driver
    --log-opt --pid --ipc --userns --index --file --project-name --project-directory --profile
    --host --context --config --log-level`,
};
const CONTAINER_TOOL: Program = {
  flags: 'v',
  long: '--version',
  subcommands: { ...CONTAINERS, compose: COMPOSE },
  wraps: IN_CONTAINER,
};

/** Command-line clients of online services. */
export const SERVICES: Readonly<Record<string, Program>> = {
  docker: {
    ...CONTAINER_TOOL,
    arity: 2,
    longer: 'compose container image volume network buildx',
    valueOptions: `-H --host -l --log-level --config -c --context --tlscacert --tlscert --tlskey`,
    aliases: { '--force': 'f', '--volume': 'v', '--all': 'a' },
  },
  podman: {
    ...CONTAINER_TOOL,
    arity: 2,
    longer: 'container',
    valueOptions: '-c --connection --log-level --root --runroot --url --identity',
  },
  nerdctl: CONTAINER_TOOL,
  'docker-compose': { ...COMPOSE, wraps: IN_CONTAINER },
  kubectl: {
    arity: 2,
    longer: 'config rollout',
    valueOptions: `-n --namespace --context --kubeconfig --cluster -s --server --user --token --as
      --as-group --request-timeout --certificate-authority --client-certificate --client-key
      --cache-dir -v`,
    wraps: {
      subcommands: 'exec run',
      operands: 1,
      operandRuns: true,
      valueOptions: `-c -f -l --container --filename --image --pod-running-timeout --overrides --env
        --labels`,
    },
    subcommands: {
      get: { ...KUBE, flags: 'Aw' },
      describe: KUBE,
      logs: {
        flags: 'fp',
        values: 'nclL',
        long: '--follow --previous --timestamps --all-containers --prefix',
        longValues: '--tail --since --container --namespace --selector --context --limit-bytes',
        offers: 0,
      },
      top: KUBE,
      explain: { long: '--recursive', offers: 0 },
      version: { long: '--client', values: 'o', longValues: '--output', offers: 0 },
      events: KUBE,
      'api-resources': KUBE,
      'api-versions': { offers: 0 },
      'cluster-info': { operands: 'none', offers: 0 },
      config: {
        subcommands: {
          'current-context': { offers: 0 },
          'get-contexts': { offers: 0 },
        },
      },
      rollout: { subcommands: { status: KUBE, history: KUBE } },
      exec: { flags: 'it', values: 'nc', longValues: '--container --namespace' },
    },
  },
  helm: {
    arity: 2,
    valueOptions: `-n --namespace --kube-context --kubeconfig --registry-config --repository-config
      --repository-cache`,
    subcommands: {
      list: { flags: 'aAq', values: 'no', offers: 0 },
      status: { values: 'n', offers: 0 },
    },
  },
  gh: {
    arity: 3,
    valueOptions: '-R --repo --hostname',
    long: '--version',
    subcommands: {
      pr: { subcommands: { view: GH, list: GH, status: GH, checks: GH, diff: GH } },
      issue: { subcommands: { view: GH, list: GH, status: GH } },
      run: { subcommands: { view: GH, list: GH, watch: GH } },
      workflow: { subcommands: { view: GH, list: GH } },
      release: { subcommands: { view: GH, list: GH } },
      repo: { subcommands: { view: GH, list: GH } },
      label: { subcommands: { list: GH } },
      search: { subcommands: { code: GH, issues: GH, prs: GH, repos: GH } },
      auth: { subcommands: { status: { offers: 0 } } },
      api: HELD,
    },
  },
  aws: {
    arity: 3,
    valueOptions: `--profile --region --output --endpoint-url --query --color --ca-bundle
      --cli-read-timeout --cli-connect-timeout`,
    subcommands: {
      s3: { subcommands: { ls: AWS } },
      sts: { subcommands: { 'get-caller-identity': AWS } },
    },
  },
  apt: {
    ...APT,
    flags: 'yq',
    long: '--yes --quiet --assume-yes --no-install-recommends --installed --upgradable',
    subcommands: {
      list: { long: '--installed --upgradable', offers: 0 },
      show: { offers: 0 },
      search: { offers: 0 },
      policy: { offers: 0 },
      update: { flags: 'yq', long: '--yes --quiet', operands: 'none' },
      install: {
        flags: 'yq',
        long: '--yes --quiet --assume-yes --no-install-recommends',
        operands: [DEBIAN_PACKAGE],
      },
      remove: { flags: 'yq', operands: [DEBIAN_PACKAGE] },
    },
  },
  'apt-get': {
    ...APT,
    flags: 'yq',
    subcommands: {
      update: { flags: 'yq', operands: 'none' },
      install: {
        flags: 'yq',
        long: '--yes --quiet --assume-yes --no-install-recommends',
        operands: [DEBIAN_PACKAGE],
      },
    },
  },
  'apt-cache': {
    arity: 2,
    subcommands: { policy: { offers: 0 }, show: { offers: 0 }, search: { offers: 0 } },
  },
  brew: {
    arity: 2,
    valueOptions: '',
    subcommands: {
      list: { flags: '1', long: '--formula --cask --versions', offers: 0, operands: [FORMULA] },
      info: { offers: 0, operands: [FORMULA] },
      search: { offers: 0 },
      outdated: { offers: 0, operands: 'none' },
    },
  },
  systemctl: {
    arity: 2,
    valueOptions: '-H --host -M --machine -t --type -p --property --root',
    long: '--no-pager --all --failed',
    subcommands: { status: { flags: 'l', long: '--no-pager', values: 'n', offers: 0 } },
  },
  journalctl: {
    arity: 2,
    flags: 'frxe',
    values: 'nup',
    long: '--no-pager --follow --reverse',
    longValues: '--unit --since --until --lines --priority',
    operands: 'none',
    offers: 0,
  },
};
