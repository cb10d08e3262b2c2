import { JWT_ALGORITHMS } from '../jwt/algorithms.ts';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HitlError } from '@hitl/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Config } from './config.ts';
import { loadConfig } from './load.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hitl-config-'));
});
afterEach(() => rm(dir, { recursive: true }));

type Files = Readonly<Record<string, string>>;

async function write(files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(dir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function load(files: Files, env: Record<string, string> = {}): Promise<Config> {
  await write(files);
  return loadConfig(dir, { env });
}

/** The lines of the error, without the folder. */
async function errorOf(files: Files | string, env: Record<string, string> = {}): Promise<string[]> {
  await write(typeof files === 'string' ? { 'c.yaml': files } : files);
  const error: unknown = await loadConfig(dir, { env }).catch((caught: unknown) => caught);
  if (!HitlError.isInstance(error)) throw new Error('the configuration was accepted');
  expect(error.code).toBe('invalid_config');
  return error.message.replaceAll(`${dir}/`, '').split('\n');
}

const model = 'type: model\nname: m\nprovider: scripted\nturns: [{ text: hello }]\n';
const agent = (more = ''): string => `type: agent\nname: a\nmodel: m\n${more}`;
const withAgent = (more: string): Files => ({ 'm.yaml': model, 'c.yaml': agent(more) });

const nested = (name: string, ...tools: string[]): string =>
  `type: agent\nname: ${name}\nmodel: m\ntools: [${tools.map((tool) => `{ agent: ${tool} }`).join(', ')}]\n`;

/** The resulting system prompt of the agent. */
const prompt = async (yaml: string, env: Record<string, string> = {}): Promise<unknown> => {
  const config = await load(withAgent(`system_prompt: ${yaml}`), env);
  return config.agents[0]?.component.system_prompt;
};

describe('a valid configuration', () => {
  test('has every default of the contract', async () => {
    const config = await load({ 'all.yaml': `${model}---\n${agent()}` });
    expect(config.server).toEqual({
      type: 'server',
      default_policy: 'ask',
      anonymous_runs: 'settings',
      on_denied: 'continue',
      auth: 'local',
      jwt: {
        jwks: null,
        issuer: null,
        audience: null,
        user_claim: 'sub',
        roles_claim: 'roles',
        tenant_claim: null,
        algorithms: [...JWT_ALGORITHMS],
        clock_tolerance_ms: 5000,
      },
      separate_reviewer: false,
      allowed_origins: [],
      base_path: '',
      max_body_bytes: 1_048_576,
      max_pending: 64,
      limits: {
        requests_per_minute: 6000,
        anonymous_requests_per_minute: 60_000,
        streams_per_user: 20,
        anonymous_streams: 1000,
        pending_per_user: 500,
        equal_pending: 3,
        stored_bytes_per_user: 1_073_741_824,
        rules_per_user: 1000,
        rule_length: 1024,
      },
      max_result_bytes: 65_536,
      retention_days: null,
      on_pending_url: null,
      on_settled_url: null,
    });
    expect(config.agents.map(({ component }) => component)).toEqual([
      {
        type: 'agent',
        name: 'a',
        model: 'm',
        tools: [],
        system_prompt: '',
        max_steps: 10,
        enable_hitl: true,
        enable_permissions: true,
        approval_policy: [],
        stages: ['before_tool_execute'],
        on_timeout: 'deny',
        consent_timeout_ms: 300_000,
        on_new_message: 'reject',
        remember_confirmed: true,
        reveal_secrets: 'tools',
        tool_policies: {},
        user_id: null,
      },
    ]);
    expect(config.sessionStore).toBeNull();
    expect(config.permissionStore).toBeNull();
  });

  test('is read from all folders below, but not from hidden ones and node_modules', async () => {
    const config = await load({
      'a/b/model.yml': model,
      'agent.YAML': agent(),
      'notes.txt': 'type: nonsense',
      '.git/x.yaml': 'type: nonsense',
      'node_modules/p/x.yaml': 'type: nonsense',
    });
    expect(config.models.map(({ component }) => component.name)).toEqual(['m']);
    expect(config.agents).toHaveLength(1);
  });

  test('may be one file, or a link', async () => {
    await write({ 'real/c.yaml': `${model}---\n${agent()}`, 'linked/.keep': '' });
    await symlink(join(dir, 'real/c.yaml'), join(dir, 'linked/c.yaml'));
    const paths = [join(dir, 'real/c.yaml'), join(dir, 'linked')];
    const configs = await Promise.all(paths.map((path) => loadConfig(path, { env: {} })));
    expect(configs.map(({ agents }) => agents.length)).toEqual([1, 1]);
  });

  test('ignores empty documents and comments', async () => {
    const config = await load({ 'c.yaml': `# nothing\n---\n---\n${model}---\n# end\n` });
    expect(config.models).toHaveLength(1);
  });

  test('has paths relative to the file that names them', async () => {
    const config = await load({
      'stores/s.yaml': [
        'type: session_store\nname: s\nstore_type: sqlite\nurl: ./data/hitl.db',
        'type: permission_store\nname: p\nstore_type: sqlite\nurl: sqlite:../rules.db',
      ].join('\n---\n'),
      'tools/t.yaml':
        'type: tool\nname: deploy\nkind: command\ncommand: [node, ./deploy.mjs, ../x, -v, a/./b]',
    });
    expect(config.sessionStore?.component.url).toBe(join(dir, 'stores/data/hitl.db'));
    expect(config.permissionStore?.component.url).toBe(join(dir, 'rules.db'));
    expect(config.tools[0]?.component).toMatchObject({
      command: ['node', join(dir, 'tools/deploy.mjs'), join(dir, 'x'), '-v', 'a/./b'],
      effects: 'at_most_once',
      env: [],
      parameters: { type: 'object', properties: {} },
    });
  });

  test('takes the type of a store from its URL', async () => {
    const config = await load({
      'c.yaml':
        'type: session_store\nname: s\nurl: postgres://u:p@h/d\n---\ntype: permission_store\nname: p\nurl: "memory:"',
    });
    expect(config.sessionStore?.component.store_type).toBe('postgres');
    expect(config.permissionStore?.component).toEqual({
      type: 'permission_store',
      name: 'p',
      store_type: 'inmemory',
    });
  });

  test('reads scripts in the folder as turns and not as components', async () => {
    const config = await load({
      'c.yaml': 'type: model\nname: m\nprovider: scripted\nfile: ./scripts/a.yaml',
      'd.yaml':
        'type: agent\nname: x\nmodel: { provider: scripted, file: scripts/b.yaml }\ntools: [bash]',
      'scripts/a.yaml': '- text: one\n- tool_calls: [{ id: c1, name: bash }]\n  delay_ms: 5',
      'scripts/b.yaml': 'turns: [{ error: down }]',
    });
    expect(config.models[0]?.component).toEqual({
      type: 'model',
      name: 'm',
      provider: 'scripted',
      turns: [{ text: 'one' }, { tool_calls: [{ id: 'c1', name: 'bash', args: {} }], delay_ms: 5 }],
    });
    expect(config.agents[0]?.component.model).toMatchObject({
      provider: 'scripted',
      turns: [{ error: 'down' }],
    });
  });

  test('reads which arguments of a command the rules ignore', async () => {
    const permission = { kind: 'path', arg: 'file', safe_args: ['rows'], injected_args: ['user'] };
    const config = await load({
      'c.yaml': `type: tool\nname: export\nkind: command\ncommand: [node]\npermission: ${JSON.stringify(permission)}`,
    });
    expect(config.tools[0]?.component).toMatchObject({ permission });
  });

  test('reads conditions and replies of a script', async () => {
    const config = await load({
      'c.yaml': 'type: model\nname: m\nprovider: scripted\nfile: ./a.yaml',
      'a.yaml': [
        'turns:',
        '  - - { when: { c1: denied, c2: { contains: fail 1 } }, text: Left alone }',
        '    - text: Done',
        'replies:',
        '  - when: [again]',
        '    turns: [{ text: Once more, delay_ms: 5 }]',
        '  - turns: [[{ text: That is all }]]',
      ].join('\n'),
    });
    expect(config.models[0]?.component).toEqual({
      type: 'model',
      name: 'm',
      provider: 'scripted',
      turns: [
        [
          { when: { c1: 'denied', c2: { contains: 'fail 1' } }, text: 'Left alone' },
          { text: 'Done' },
        ],
      ],
      replies: [
        { when: ['again'], turns: [{ text: 'Once more', delay_ms: 5 }] },
        { turns: [[{ text: 'That is all' }]] },
      ],
    });
  });

  test('accepts models and tools that are defined in place, without a type', async () => {
    const config = await load({
      'c.yaml': [
        'type: agent',
        'name: a',
        'model: { provider: openai-compatible, model: gpt, base_url: "http://127.0.0.1:1/v1" }',
        'tools:',
        '  - { name: bash, requires_consent: false }',
        '  - { name: hi, kind: command, command: [echo, hi], description: Says hi }',
      ].join('\n'),
    });
    expect(config.agents[0]?.component).toMatchObject({
      model: { type: 'model', provider: 'openai-compatible', model: 'gpt' },
      tools: [
        { type: 'tool', name: 'bash', requires_consent: false },
        { type: 'tool', name: 'hi', kind: 'command', description: 'Says hi' },
      ],
    });
  });

  test('lists an agent after the agents that are its tools', async () => {
    const config = await load({
      'c.yaml': [
        model,
        nested('top', 'middle', 'low'),
        nested('low'),
        nested('middle', 'low'),
      ].join('---\n'),
    });
    expect(config.agents.map(({ component }) => component.name)).toEqual(['low', 'middle', 'top']);
  });
});

describe('variables', () => {
  test('are replaced by their value, anywhere in a string', async () => {
    expect(await prompt('"${A} and ${B}!"', { A: 'one', B: 'two' })).toBe('one and two!');
  });

  test('have a default for when they are unset or empty', async () => {
    expect(await prompt('x${A:-one}${B:-two}${C:-}', { A: '', B: 'set' })).toBe('xoneset');
  });

  test('are parsed as YAML without quotes, and stay strings in quotes', async () => {
    const files = withAgent('max_steps: ${N}\nenable_hitl: ${H:-false}\nuser_id: "${N}"');
    const [placed] = (await load(files, { N: '25' })).agents;
    expect(placed?.component).toMatchObject({ max_steps: 25, enable_hitl: false, user_id: '25' });
  });

  test('cannot change the structure of the document', async () => {
    expect(await prompt('${A}', { A: 'x\nmax_steps: 99 # [' })).toBe('x\nmax_steps: 99 # [');
  });

  test('work in lists and maps on one line', async () => {
    const files = withAgent('tools: [${T}, bash]\ntool_policies: { bash: ${P} }');
    const [placed] = (await load(files, { T: 'file_read', P: 'deny' })).agents;
    expect(placed?.component).toMatchObject({
      tools: ['file_read', 'bash'],
      tool_policies: { bash: 'deny' },
    });
  });

  test('are not replaced in comments, with other uses of the dollar sign, or after two of them', async () => {
    expect(await prompt('"$HOME ${x%.txt} $${A} $5" # ${MISSING}')).toBe('$HOME ${x%.txt} ${A} $5');
  });

  test('whose ends are missing in a long line take little time', async () => {
    const line = '${A:-'.repeat(30_000);
    const start = performance.now();
    expect(await prompt(`"${line}"`)).toBe(line);
    expect(performance.now() - start).toBeLessThan(1500);
    expect(await prompt('"${A:-x} ${A:-"')).toBe('x ${A:-');
  });

  test('that are missing are an error with file, line, key and name', async () => {
    expect(await errorOf(withAgent('tools:\n  - bash\n  - ${MISSING}'))).toEqual([
      'c.yaml:6: tools.1: the environment variable MISSING is not set. Set it, or write ${MISSING:-default}.',
    ]);
  });
});

describe('an invalid configuration', () => {
  const command = 'type: tool\nname: t\nkind: command\ncommand: [x]\n';
  const keys =
    'approval_policy, consent_timeout_ms, description, enable_hitl, enable_permissions, max_steps, model, name, on_denied, on_new_message, on_timeout, permission_store, remember_confirmed, reveal_secrets, session_store, stages, system_prompt, tool_policies, tools, type, user_id';

  test.each<[string, Files | string, ...string[]]>([
    [
      'an unknown key, with the one that was meant',
      withAgent('max_step: 3'),
      `c.yaml:4: agent "a": max_step: unknown key "max_step". Did you mean "max_steps"? Allowed: ${keys}.`,
    ],
    [
      'an unknown key inside a list',
      'type: model\nname: m\nprovider: scripted\nturns:\n  - text: x\n  - txt: y',
      'c.yaml:6: model "m": turns.1.txt: unknown key "txt". Did you mean "text"? Allowed: delay_ms, error, text, tool_calls.',
    ],
    [
      'an unknown type',
      'type: agnet\nname: a',
      'c.yaml:1: type: unknown type "agnet". Did you mean "agent"? Expected one of server, permission_store, session_store, model, tool, agent.',
    ],
    [
      'a component without a type',
      'name: a',
      'c.yaml:1: type: it is missing. Expected one of server, permission_store, session_store, model, tool, agent.',
    ],
    ['a document that is no map', '- 1', 'c.yaml:1: expected a component: a map of keys.'],
    [
      'YAML that cannot be read',
      'type: server\nauth: [none',
      'c.yaml:2: Flow sequence in block collection must be sufficiently indented and end with a ] (YAML)',
    ],
    ['a duplicate key', 'type: server\ntype: server', 'c.yaml:2: Map keys must be unique (YAML)'],
    [
      'aliases that would never end',
      `a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [${'*a, '.repeat(20)}]\nc: &c [${'*b, '.repeat(20)}]\nd: [${'*c, '.repeat(20)}]`,
      'c.yaml:1: Excessive alias count indicates a resource exhaustion attack (YAML)',
    ],
    [
      'a variable that makes a key equal to another one',
      withAgent("tool_policies:\n  shell: deny\n  '${MISSING:-shell}': allow"),
      'c.yaml:5: tool_policies.shell: duplicate key.',
    ],
    [
      'a key that an object would lose',
      withAgent('tool_policies: { __proto__: deny }'),
      'c.yaml:4: tool_policies.__proto__: this name cannot be a key.',
    ],
    [
      'an alias of nothing',
      'type: server\nauth: *who',
      'c.yaml:1: Unresolved alias (the anchor must be set before the alias): who (YAML)',
    ],
    [
      'a missing key',
      'type: agent\nname: a',
      'c.yaml:1: agent "a": model: expected text, it is missing.',
    ],
    [
      'a value of the wrong type',
      withAgent('max_steps: ten\nenable_hitl: 1'),
      'c.yaml:4: agent "a": max_steps: expected a number, got "ten".',
      'c.yaml:5: agent "a": enable_hitl: expected true or false, got 1.',
    ],
    [
      'a number out of range',
      withAgent('max_steps: 0\nconsent_timeout_ms: 99999999999999'),
      'c.yaml:4: agent "a": max_steps: expected at least 1, got 0.',
      'c.yaml:5: agent "a": consent_timeout_ms: expected at most 3155760000000, got 99999999999999.',
    ],
    [
      'a value outside its list',
      'type: server\ndefault_policy: denny\n',
      'c.yaml:2: server: default_policy: expected one of allow, ask, deny, got "denny". Did you mean "deny"?',
    ],
    [
      'an unknown permission store',
      'type: permission_store\nname: main\nstore_type: redis',
      'c.yaml:3: permission_store "main": store_type: Unknown permission store type: redis. Expected inmemory, sqlite, postgres or mongodb.',
    ],
    [
      'an unknown session store',
      'type: session_store\nname: main\nstore_type: redis',
      'c.yaml:3: session_store "main": store_type: Unknown session store type: redis. Expected inmemory, sqlite, postgres or mongodb.',
    ],
    [
      'a MongoDB without a host, and one that is named twice',
      'type: permission_store\nname: p\nstore_type: mongodb\nurl: mongodb://\n---\ntype: session_store\nname: s\nurl: mongodb://u:secret@h/d\nmongo_uri: mongodb://h/d',
      'c.yaml:4: permission_store "p": url: not a valid MongoDB URL. Expected mongodb://USER:PASSWORD@HOST:PORT/DATABASE.',
      'c.yaml:9: session_store "s": mongo_uri: url means the same. Remove one of them.',
    ],
    [
      'what only MongoDB has in another store, and no name of a database',
      'type: permission_store\nname: p\nstore_type: sqlite\ncollection_prefix: a_\n---\ntype: session_store\nname: s\nmongo_uri: mongodb://h\nmongo_db_name: a/b',
      'c.yaml:4: permission_store "p": collection_prefix: a store of type sqlite has no such key, only mongodb has. Remove it.',
      'c.yaml:9: session_store "s": mongo_db_name: expected the name of a database: up to 63 characters, none of / \\ . " $ * < > : | ? or space.',
    ],
    [
      'a URL of another store',
      'type: session_store\nname: s\nstore_type: sqlite\nurl: postgres://u:secret@h/d\n---\ntype: permission_store\nname: p\nstore_type: inmemory\nurl: x.db',
      'c.yaml:4: session_store "s": url: the URL is one for postgres. Expected one for sqlite.',
      'c.yaml:9: permission_store "p": url: an inmemory store has no url. Expected none.',
    ],
    [
      'a URL of no store',
      'type: session_store\nname: s\nurl: redis://u:secret@h/d',
      'c.yaml:3: session_store "s": url: unknown store "redis:". Expected memory:, sqlite:PATH, postgres://… or mongodb://….',
    ],
    [
      'two components of one name',
      { 'a.yaml': model, 'b.yaml': `${model}---\n${model}` },
      'b.yaml:2: model "m": name: the name is taken (a.yaml:1). Expected a name that no other model has.',
      'b.yaml:7: model "m": name: the name is taken (a.yaml:1). Expected a name that no other model has.',
    ],
    [
      'two servers, and two stores for one thing',
      'type: server\n---\ntype: server\n---\ntype: session_store\nname: a\n---\ntype: session_store\nname: b',
      'c.yaml:3: server: there is one already (c.yaml:1). Expected at most one server.',
      'c.yaml:8: session_store "b": there is one already (c.yaml:5). Expected at most one session_store.',
    ],
    [
      'references that lead nowhere',
      {
        'm.yaml': model,
        'c.yaml': `type: agent\nname: a\nmodel: mm\ntools: [bsh, { agent: b }, a]\npermission_store: p\nsession_store: s\ntool_policies: { file_read: deny }`,
        's.yaml': 'type: session_store\nname: sessions\nstore_type: inmemory',
      },
      'c.yaml:3: agent "a": model: no model is named "mm". Did you mean "m"? Expected one of: m.',
      'c.yaml:4: agent "a": tools.0: no tool is named "bsh". Did you mean "bash"? Expected one of: bash, file_read, file_write, file_edit, ask_human.',
      'c.yaml:4: agent "a": tools.1: no agent is named "b". Did you mean "a"? Expected one of: a.',
      'c.yaml:4: agent "a": tools.2: no tool is named "a". Expected one of: bash, file_read, file_write, file_edit, ask_human. An agent is listed as {agent: a}.',
      'c.yaml:5: agent "a": permission_store: no permission_store is named "p". No permission_store is defined.',
      'c.yaml:6: agent "a": session_store: no session_store is named "s". Expected one of: sessions.',
      'c.yaml:7: agent "a": tool_policies.file_read: no tool of this agent is named "file_read". Expected one of: bsh, b, a.',
    ],
    [
      'a tool that is listed twice',
      withAgent('tools: [bash, { name: bash }]'),
      'c.yaml:4: agent "a": tools.1: "bash" is listed twice.',
    ],
    [
      'agents that call each other in a cycle',
      `${model}---\n${agent('tools: [{ agent: b }]')}\n---\ntype: agent\nname: b\nmodel: m\ntools: [{ agent: a }]`,
      'c.yaml:14: agent "b": tools.0: agents call each other in a cycle: a → b → a.',
    ],
    [
      'an agent that calls itself',
      withAgent('tools: [{ agent: a }]'),
      'c.yaml:4: agent "a": tools.0: agents call each other in a cycle: a → a.',
    ],
    [
      'a tool that is neither builtin nor a command',
      'type: tool\nname: bahs',
      'c.yaml:1: tool "bahs": "bahs" is not a builtin tool (bash, file_read, file_write, file_edit, ask_human). Did you mean "bash"? A tool of yours needs kind: command.',
    ],
    [
      'an MCP server without a place, with two, or with an ambiguous name',
      'type: tool\nname: t\nkind: mcp\n---\ntype: tool\nname: u\nkind: mcp\nurl: http://x\ncommand: [y]\n---\ntype: tool\nname: a__b\nkind: mcp\nurl: http://x\n---\ntype: tool\nname: bash\nkind: mcp\nurl: http://x\n---\ntype: tool\nname: w\nkind: mcp\nurl: http://ann:pw@x\ndescription: d',
      'c.yaml:1: tool "t": expected either command or url.',
      'c.yaml:5: tool "u": expected either command or url.',
      'c.yaml:12: tool "a__b": name: expected letters, digits, "_", "-" and "." (at most 64), without "__" and without "_" at either end.',
      'c.yaml:16: tool "bash": a builtin tool has this name. Expected another name.',
      'c.yaml:24: tool "w": url: expected a URL without user and password; headers may hold a token.',
      'c.yaml:25: tool "w": description: unknown key "description". Allowed: command, default_permission_policy, env, headers, kind, name, rememberable, requires_consent, risk_level, timeout_ms, type, url.',
    ],
    [
      'an MCP server in place, and names that only its tools may have',
      {
        'm.yaml': `${model}---\ntype: tool\nname: files\nkind: mcp\nurl: http://x`,
        'c.yaml': agent(
          'tools: [{ name: t, kind: mcp, url: http://x }, { name: mcp__files__x, kind: command, command: [x] }]',
        ),
      },
      'c.yaml:4: agent "a": tools.0.kind: an MCP server cannot be defined in place. Expected a separate component, listed by its name.',
      'c.yaml:4: agent "a": tools.1: names that begin with "mcp__" are those of the tools of MCP servers. Expected another name.',
    ],
    [
      'a tool of an MCP server that is listed beside it, and policies for servers',
      {
        'm.yaml': `${model}---\ntype: tool\nname: files\nkind: mcp\nurl: http://x`,
        'c.yaml': agent(
          'tools: [files, mcp__files__x, mcp__other__x]\ntool_policies: { files: deny, mcp__files__x: allow }',
        ),
      },
      'c.yaml:4: agent "a": tools.1: "mcp__files__x" is listed twice.',
      'c.yaml:4: agent "a": tools.2: no tool is named "mcp__other__x". Expected one of: bash, file_read, file_write, file_edit, ask_human, files.',
      'c.yaml:5: agent "a": tool_policies.files: "files" is an MCP server. Expected its tools by name: mcp__files__TOOL.',
    ],
    [
      'a tool of an unknown kind',
      'type: tool\nname: t\nkind: python',
      'c.yaml:3: tool "t": kind: expected command or mcp, got "python".',
    ],
    [
      'a command under the name of a builtin tool',
      'type: tool\nname: bash\nkind: command\ncommand: [sh]',
      'c.yaml:1: tool "bash": a builtin tool has this name. Expected another name.',
    ],
    [
      'keys of a command at a builtin tool',
      'type: tool\nname: bash\neffects: pure',
      'c.yaml:3: tool "bash": effects: unknown key "effects". Allowed: default_permission_policy, description, name, rememberable, requires_consent, risk_level, timeout_ms, type.',
    ],
    [
      'a result cache for what may not be left out, and for how long without one',
      'type: tool\nname: t\nkind: command\ncommand: [x]\ncacheable: true\n---\ntype: tool\nname: u\nkind: command\ncommand: [x]\neffects: pure\ncache_ttl: 5',
      'c.yaml:1: tool "t": cacheable needs effects: pure, because a cached result skips the tool; its effects are at_most_once.',
      'c.yaml:7: tool "u": cache_ttl needs cacheable: true.',
    ],
    [
      'a command tool that cannot work',
      'type: tool\nname: t t\nkind: command\ncommand: []\nparameters: { type: string }\npermission: { kind: text }\nenv: [A B]',
      'c.yaml:2: tool "t t": name: expected letters, digits, "_", "-" and "." (at most 128).',
      'c.yaml:4: tool "t t": command: must not be empty.',
      'c.yaml:5: tool "t t": parameters.type: expected object, got "string".',
      'c.yaml:6: tool "t t": permission: arg is missing: expected the name of the argument that rules match.',
      'c.yaml:7: tool "t t": env.0: expected the name of an environment variable.',
    ],
    [
      'an unknown provider',
      'type: model\nname: m\nprovider: openai',
      'c.yaml:3: model "m": provider: expected one of scripted, openai-compatible, got "openai".',
    ],
    [
      'a scripted model without a script, or with two',
      'type: model\nname: m\nprovider: scripted\n---\ntype: model\nname: n\nprovider: scripted\nturns: []\nfile: c.yaml',
      'c.yaml:1: model "m": expected either turns or file.',
      'c.yaml:5: model "n": expected either turns or file.',
    ],
    [
      'a script that is not there',
      'type: model\nname: m\nprovider: scripted\nfile: ./none.yaml',
      'c.yaml:4: model "m": file: the script cannot be read: ENOENT: no such file or directory, open \'none.yaml\'',
    ],
    [
      'a script with unfit turns',
      {
        'c.yaml': 'type: model\nname: m\nprovider: scripted\nfile: s.yaml',
        's.yaml': '- text: a\n- text: 5\n  delay_ms: -1',
      },
      's.yaml:2: 1.text: expected text, got 5.',
      's.yaml:3: 1.delay_ms: expected at least 0, got -1.',
    ],
    [
      'a script whose choices leave results out, or name none that is known',
      {
        'c.yaml': 'type: model\nname: m\nprovider: scripted\nfile: s.yaml',
        's.yaml':
          '- - { when: { c1: denied }, text: a }\n- - { when: { c1: deny }, text: b }\n  - text: c',
      },
      's.yaml:1: 0: expected a last one without "when", for all other results.',
      's.yaml:2: 1.0.when.c1: expected one of succeeded, denied, failed, got "deny".',
    ],
    [
      'replies that are not in the file',
      {
        'c.yaml': 'type: model\nname: m\nprovider: scripted\nfile: s.yaml\nreplies: []',
        's.yaml': 'turns: []',
      },
      'c.yaml:1: model "m": expected replies in the file, next to turns.',
    ],
    [
      'moments of asking that are not there yet',
      withAgent('stages: [before_tool_execute, during_tool_execute]'),
      'c.yaml:4: agent "a": stages.1: during_tool_execute is not supported in this version: people are asked before a tool runs. Expected before_tool_execute.',
    ],
    [
      'settings of the server that are not there yet',
      'type: server\nretention_days: 30',
      'c.yaml:2: server: retention_days: a limit is not supported in this version. Expected null: sessions are kept.',
    ],
    [
      'signed tokens of an unfit kind',
      'type: server\nauth: jwt\njwt:\n  issuer: ""\n  algorithms: [RS256, HS256]\n  secret: x',
      'c.yaml:4: server: jwt.issuer: must not be empty.',
      'c.yaml:5: server: jwt.algorithms.1: expected one of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519, got "HS256". Did you mean "RS256"?',
      'c.yaml:6: server: jwt.secret: unknown key "secret". Allowed: algorithms, audience, clock_tolerance_ms, issuer, jwks, roles_claim, tenant_claim, user_claim.',
    ],
    [
      'settings of the server that are unfit',
      'type: server\nallowed_origins: [https://x.example/a, "*"]\nbase_path: api/\nmax_body_bytes: 1.5\non_pending_url: ftp://x.example/hook',
      'c.yaml:2: server: allowed_origins.0: expected an origin such as https://app.example.com: scheme, host and port only.',
      'c.yaml:2: server: allowed_origins.1: expected an origin such as https://app.example.com: scheme, host and port only.',
      'c.yaml:3: server: base_path: expected "" or a path such as /hitl.',
      'c.yaml:4: server: max_body_bytes: expected a whole number, got 1.5.',
      'c.yaml:5: server: on_pending_url: expected an http:// or https:// URL.',
    ],
    [
      'a callback with a password in it',
      'type: server\non_pending_url: https://ann:hunter2@x.example/hook',
      'c.yaml:2: server: on_pending_url: expected a URL without user and password.',
    ],
    [
      'a policy with unfit entries',
      withAgent(
        'approval_policy:\n  - { when: "bash(*)", decision: approve }\n  - { decision: auto_deny }',
      ),
      'c.yaml:5: agent "a": approval_policy.0.decision: expected one of auto_approve, auto_deny, require_human, got "approve".',
      'c.yaml:6: agent "a": approval_policy.1.when: expected text, it is missing.',
    ],
    [
      'an entry of the tools that names nothing',
      withAgent('tools: [5, { agent: a, name: b }]'),
      'c.yaml:4: agent "a": tools.0: expected a tool\'s name, {agent: NAME}, or a tool defined in place.',
      'c.yaml:4: agent "a": tools.1.name: unknown key "name". Allowed: agent.',
    ],
    [
      'everything in one file at once',
      `${command}timeout_ms: 0\nrisk_level: huge`,
      'c.yaml:5: tool "t": timeout_ms: expected at least 1, got 0.',
      'c.yaml:6: tool "t": risk_level: expected one of low, medium, high, got "huge".',
    ],
  ])('is refused for %s', async (_what, files, ...lines) => {
    expect(await errorOf(files)).toEqual(lines);
  });

  test('is refused without a YAML file', async () => {
    expect(await errorOf({ 'readme.txt': '' })).toEqual([
      `${dir}: no .yaml or .yml file is here. Expected components, at least an agent.`,
    ]);
  });

  test('is refused in another encoding than UTF-8', async () => {
    const file = join(dir, 'c.yaml');
    await writeFile(file, Buffer.from('type: agent\nname: café\n', 'latin1'));
    await expect(loadConfig(dir, { env: {} })).rejects.toThrow(`${file}:2: is not UTF-8.`);
    await writeFile(file, Buffer.from('\uFEFFtype: agent', 'utf16le'));
    await expect(loadConfig(dir, { env: {} })).rejects.toThrow(`${file}:1: is not UTF-8.`);
  });

  test('is refused if there is no such folder', async () => {
    const path = join(dir, 'none');
    await expect(loadConfig(path, { env: {} })).rejects.toThrow(
      `${path}: cannot be read: ENOENT: no such file or directory, stat '${path}'`,
    );
  });
});
