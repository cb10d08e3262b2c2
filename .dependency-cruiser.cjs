const { builtinModules } = require('node:module');

/** Tests, stories and examples join packages that must not meet otherwise. */
const aside = String.raw`\.(test|test-d|stories|examples|bench|fixture)\.tsx?$`;
const npm = (...names) => `node_modules/(${names.join('|')})/`;
const drivers = npm('libsql', 'pg', 'mongodb');

/**
 * A rule for one floor of the server: of the server's folders it imports, for values and for types,
 * those that are named and nothing else. What they name lies below, so there is no circle of folders.
 */
const floor = (name, comment, below) => ({
  name: `server-${name}`,
  comment,
  severity: 'error',
  from: { path: `^packages/server/src/${name}/`, pathNot: aside },
  to: {
    path: '^packages/server/src/',
    pathNot: `^packages/server/src/(${[name, ...below.split(' ')].join('|')})/`,
  },
});

/** A rule for one folder of the client, likewise: it imports those that are named, which lie below it. */
const clientFloor = (name, comment, below) => ({
  name: `client-${name}`,
  comment,
  severity: 'error',
  from: { path: `^packages/client/src/${name}/`, pathNot: aside },
  to: {
    path: '^packages/client/src/',
    pathNot: `^packages/client/src/(${[name, ...below].join('|')})/`,
  },
});

/** A rule that `from` (outside tests and stories) may reach nothing but what `allowed` names. */
const only = (name, comment, from, ...allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: aside },
  to: { pathNot: allowed },
});

/** Rooms of the command line, and whatever is outside of it. */
const cli = (...rooms) => [
  `^packages/cli/src/(${rooms.join('|')})/`,
  '^packages/(adapters|client|permissions|protocol|server)/src/',
  'node_modules/',
  `^(node:)?(${builtinModules.join('|')})$`,
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that need each other are one module, or lack a third one.',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment:
        'The import leads nowhere. Next.js is installed by `pnpm test:install` alone, peers by `pnpm bench`.',
      severity: 'error',
      from: {
        path: '^(packages/[^/]+/src|apps|e2e|bench|scripts|examples)/',
        pathNot: '^bench/peers/',
      },
      to: { couldNotResolve: true, pathNot: '^next/' },
    },
    {
      name: 'nothing-uses-apps',
      comment: 'Apps are where everything ends.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'packages-meet-by-name',
      comment: 'Another package is imported by its name, so that only its exports can be reached.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: {
        path: '^(packages|apps)/[^/]+/',
        // What only tests import is no part of a package, so they may share it.
        pathNot: ['^$1/$2/', String.raw`\.fixture\.ts$`],
        dependencyTypes: ['local'],
      },
    },

    only(
      'protocol-needs-zod-alone',
      'The protocol knows no Node, DOM, React or store.',
      '^packages/protocol/src/',
      '^packages/protocol/src/',
      npm('zod'),
    ),
    only(
      'permissions-need-a-parser-alone',
      'Rules know no server, store, Node or DOM: text and a call in, a decision out.',
      '^packages/permissions/src/',
      '^packages/permissions/src/',
      npm('unbash'),
    ),
    only(
      'client-is-headless',
      'The client knows the protocol, an SSE parser and a line diff.',
      '^packages/client/src/',
      '^packages/(client|protocol)/src/',
      npm('eventsource-parser', 'diff'),
    ),
    only(
      'react-knows-client-and-protocol',
      'Components know hooks, the client and the protocol.',
      '^packages/react/src/',
      '^packages/(react|client|protocol)/src/',
      npm('react', 'react-dom', '@types/react', '@types/react-dom', 'radix-ui', '@tanstack/[^/]+'),
    ),
    only(
      'adapters-know-client-and-protocol',
      'An adapter reads what a framework says by its shape, so that no version of it is needed.',
      '^packages/adapters/src/',
      '^packages/(adapters|client|protocol)/src/',
      npm('react', '@types/react'),
    ),
    {
      name: 'adapters-without-react',
      comment: 'Hooks are in entries of their own: a server that gates tools needs no React.',
      severity: 'error',
      from: {
        path: '^packages/adapters/src/',
        pathNot: [aside, String.raw`^packages/adapters/src/[^/]+/react\.ts$`],
      },
      to: { path: npm('react', '@types/react') },
    },
    {
      name: 'adapters-do-not-import-adapters',
      comment: 'What two adapters share is in base/.',
      severity: 'error',
      from: { path: '^packages/adapters/src/([^/]+)/', pathNot: aside },
      to: { path: '^packages/adapters/src/', pathNot: '^packages/adapters/src/($1|base)/' },
    },
    {
      name: 'query-cache-stays-in-its-entry',
      comment: 'A page without react-query can use everything else.',
      severity: 'error',
      from: {
        path: '^packages/react/src/',
        pathNot: [aside, '^packages/react/src/query/'],
      },
      to: { path: 'node_modules/@tanstack/react-query/' },
    },
    {
      name: 'browser-code-has-no-schemas',
      comment:
        'Client and React take types from the protocol, and values from its entries without zod.',
      severity: 'error',
      from: {
        path: '^packages/(client|react|adapters)/src/',
        pathNot: [aside, '^packages/(client|react)/src/testing'],
      },
      to: {
        path: '^packages/protocol/src/',
        pathNot: String.raw`^packages/protocol/src/(fold|endpoints|gate|guard)\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    clientFloor('base', 'Time, errors and signals, of which all the rest is made.', []),
    clientFloor('transport', 'Sends requests and takes answers apart.', ['base']),
    clientFloor('streams', 'Checks events and puts them in order.', ['base', 'transport']),
    clientFloor('client', 'Commands and streams behind one object.', [
      'base',
      'transport',
      'streams',
    ]),
    clientFloor('gate', 'Asks, claims and completes for agent loops.', ['base', 'transport']),
    clientFloor('tabs', 'Tells other tabs what this one did.', ['base', 'client']),
    clientFloor('stores', 'State to subscribe to.', ['base', 'streams', 'client', 'tabs']),
    clientFloor('drafts', 'What was typed and not sent yet.', ['client', 'stores']),
    clientFloor('submissions', 'Answers on their way.', ['base', 'client', 'tabs', 'stores']),
    clientFloor('view', 'What every frontend shows in the same way.', [
      'base',
      'stores',
      'submissions',
    ]),
    clientFloor('chat', 'A chat and its cards as data.', [
      'base',
      'client',
      'stores',
      'drafts',
      'submissions',
      'view',
    ]),
    {
      name: 'client-stores-know-no-transport',
      comment: 'Stores are fed; they do not fetch.',
      severity: 'error',
      from: { path: '^packages/client/src/stores/' },
      to: { path: '^packages/client/src/transport/' },
    },
    {
      name: 'cards-are-in-one-piece',
      comment: 'What a person decides by is there in the first frame, whatever the network does.',
      severity: 'error',
      from: {
        path: '^packages/(client|react)/src/',
        pathNot: [aside, String.raw`^packages/react/src/audit/list\.tsx$`],
      },
      to: { dynamic: true },
    },
    {
      name: 'components-do-not-import-components',
      comment: 'What two components share is a hook or lies in internal/.',
      severity: 'error',
      from: {
        path: '^packages/react/src/(input|select|confirm|combined|grants|audit|receipt)/',
        pathNot: aside,
      },
      to: {
        path: '^packages/react/src/(input|select|confirm|combined|interaction|batch|grants|inbox)/',
        pathNot: '^packages/react/src/$1/',
      },
    },

    {
      name: 'server-knows-protocol-and-permissions',
      comment: 'Server and client meet only in the protocol.',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: aside },
      to: { path: '^packages/(client|react|cli)/' },
    },
    floor('base', 'Small things that know nothing of agents.', ''),
    floor('store', 'Keeps logs, rules and secrets; what they mean is decided above.', 'base'),
    floor('vault', 'Encrypts secrets for a store.', 'base store'),
    floor('notify', 'Tells other systems; it sees events and nothing else.', 'base'),
    floor('agents', 'What a host defines. It does not know what it is used for.', 'base'),
    floor('audit', 'A view of the log.', 'base store'),
    floor(
      'machine',
      'Pure: no waiting, no clock, no network, no store that is open.',
      'base store',
    ),
    {
      name: 'server-machine-is-pure',
      comment: 'The other small helpers have timers, or report what a host has set wrong.',
      severity: 'error',
      from: { path: '^packages/server/src/machine/', pathNot: aside },
      to: { path: '^packages/server/src/base/', pathNot: String.raw`/given\.ts$` },
    },
    floor('streams', 'Shows what the log has; who appended it is not known here.', 'base store'),
    floor(
      'approval',
      'Decides whether a call may run, and writes nothing.',
      'base store vault agents machine',
    ),
    floor('log', 'The only writer: load, decide, append.', 'base store audit machine'),
    floor(
      'runner',
      'Drives runs. It does not know who calls the server, or how.',
      'base store vault agents machine approval log',
    ),
    floor(
      'engine',
      'What a caller can ask for, without HTTP.',
      'base store vault agents audit machine streams approval log runner',
    ),
    floor('http', 'A front of the engine.', 'base store approval streams engine'),
    floor('jwt', 'One way to authenticate.', 'base http'),
    floor('node', 'Listens on a port, for the handler.', 'base http'),
    floor('models', 'Models that come along.', 'base agents'),
    floor('tools', 'Tools that come along.', 'base agents vault'),
    {
      name: 'no-cycles-of-types',
      comment: 'Types that need each other belong to one module, or lack a third one.',
      severity: 'error',
      from: {
        path: '^packages/(cli|client|permissions|protocol|react|server)/src/',
        pathNot: aside,
      },
      to: { circular: true },
    },
    {
      name: 'drivers-stay-in-store',
      comment: 'A driver is imported by the store that speaks to it.',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: [aside, '^packages/server/src/store/'],
      },
      to: { path: drivers },
    },
    {
      name: 'jose-stays-in-its-entry',
      comment: 'Who does not take signed tokens needs no package for them.',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: [aside, '^packages/server/src/jwt/'],
      },
      to: { path: npm('jose') },
    },
    {
      name: 'stores-are-seen-by-their-contract',
      comment:
        'Who uses a store does not know which one it is; entries and configuration build them.',
      severity: 'error',
      from: {
        path: '^packages/server/src/(http|engine|runner|log|approval|streams|machine|audit|agents|notify|vault|models|tools)/',
        pathNot: aside,
      },
      to: {
        path: '^packages/server/src/store/',
        pathNot: String.raw`^packages/server/src/store/(store|caller|projector|transcript|chapters|session-text)\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-core-runs-in-a-browser',
      comment: 'The root entry must load where there is no Node.',
      severity: 'error',
      from: { path: String.raw`^packages/(server|permissions)/src/index\.ts$` },
      to: { path: `^(node:)?(${builtinModules.join('|')})$`, reachable: true },
    },
    only(
      'cli-process-knows-no-other-room',
      'Streams, signals, environment and usage errors are what every command has.',
      '^packages/cli/src/process/',
      ...cli('process'),
    ),
    only(
      'cli-questions-are-pure',
      'What a request asks, and how a text answers it, is the same for files and terminals.',
      '^packages/cli/src/questions/',
      ...cli('questions'),
    ),
    only(
      'cli-terminal-shows-and-reads',
      'Lines, tables and the editor know nothing of requests.',
      '^packages/cli/src/terminal/',
      ...cli('terminal', 'process'),
    ),
    only(
      'cli-prompts-ask-at-the-terminal',
      'Prompts know questions and the terminal, and nothing of where an answer goes.',
      '^packages/cli/src/prompts/',
      ...cli('prompts', 'terminal', 'questions', 'process'),
    ),
    only(
      'cli-delta-folder-is-shared',
      'Four commands read `.delta`; the folder depends on none of them.',
      '^packages/cli/src/delta-folder/',
      ...cli('delta-folder', 'questions', 'process'),
    ),
    only(
      'cli-remote-reaches-a-server',
      'A client of a server that runs needs nothing of this directory but its token.',
      '^packages/cli/src/remote/',
      ...cli('remote', 'process'),
    ),
    {
      name: 'cli-commands-do-not-import-commands',
      comment: 'What two commands share is in a room of its own.',
      severity: 'error',
      from: {
        path: '^packages/cli/src/(audit|inbox|permissions|run|serve)/',
        pathNot: aside,
      },
      to: {
        path: '^packages/cli/src/(audit|commands|completion|inbox|permissions|run|serve)/',
        pathNot: '^packages/cli/src/$1/',
      },
    },
    {
      name: 'cli-arguments-are-parsed-in-commands',
      comment:
        'A command is called with flags that are checked, and knows nothing of their parser.',
      severity: 'error',
      from: {
        path: '^packages/cli/src/',
        pathNot: [aside, String.raw`^packages/cli/src/((commands|completion)/|main\.ts$)`],
      },
      to: { path: npm('commander') },
    },
    {
      name: 'cli-has-no-user-interface-of-the-web',
      comment: 'The commands use server, client and protocol.',
      severity: 'error',
      from: { path: '^packages/cli/src/' },
      to: { path: '^packages/react/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|apps)/[^/]+/(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@hitl/source', 'types', 'import', 'node', 'default'],
    },
  },
};
