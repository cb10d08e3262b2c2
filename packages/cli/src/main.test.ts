import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMain } from '../tests/main.fixture.ts';
import { folderWith, hitl } from '../tests/serve-process.fixture.ts';

const model = 'type: model\nname: m\nprovider: scripted\nturns: []\n';
const files = {
  'good/a.yaml': model,
  'jwt/a.yaml': 'type: server\nauth: jwt\njwt: { jwks: keys.json }\n',
  'jwt/keys.json': '{"keys":[{"kty":"oct","k":"s3cret"}]}',
  'token/a.yaml': 'type: server\nauth: token\n',
  'bad/a.yaml': 'type: permission_store\nname: main\nstore_type: redis\n',
  'bad-policy/a.yaml': `${model}---\ntype: agent\nname: a\nmodel: m\napproval_policy:\n  - { when: bash(ls), decision: auto_approve }\n  - { when: bash(), decision: auto_deny }\n`,
  'no-key/a.yaml':
    'type: model\nname: m\nprovider: openai-compatible\nmodel: x\napi_key_env: NO_KEY\n',
  'no-url/a.yaml': 'type: session_store\nname: s\nstore_type: postgres\n',
  'bad-tokens': 'good alice\nsecret\n',
};

const rules = (...args: string[]) => ['permissions', ...args, '--dir', '@good'];
const jwt = (...flags: string[]) => [
  'serve',
  '--config',
  '@jwt',
  '--jwt-issuer',
  'i',
  '--jwt-audience',
  'a',
  ...flags,
];
const serve = (...flags: string[]) => ['serve', '--config', '@good', ...flags];

/** `@name` in an argument is the path of that file. */
test.each<[string[], RegExp]>([
  [['serv'], /unknown command 'serv'/],
  [serve('--prot', '1'), /unknown option '--prot'/],
  [serve('--port', '70000'), /Expected a number from 0 to 65535/],
  [serve('--port', '1.5'), /Expected a number from 0 to 65535/],
  [serve('--grace', 'soon'), /Expected a time such as 10s/],
  [
    serve('--auth', 'jwt'),
    /^hitl: --auth jwt needs the public keys: --jwks, or jwks under jwt in the/,
  ],
  [serve('--auth', 'magic'), /Allowed choices are local, none, token, jwt/],
  [serve('--log-level', 'loud'), /Allowed choices are silent, error, warn/],
  [serve('--base-path', 'x/'), /Expected a path such as \/hitl/],
  [serve('--allow-origin', '*'), /Expected an origin such as/],
  [
    serve('--host', '0.0.0.0'),
    /^hitl: --host 0\.0\.0\.0 lets other machines in, and --auth local is for this one\./,
  ],
  [serve('--host', '::'), /^hitl: --host :: lets other machines in/],
  [
    serve('--store', 'mongodb://'),
    /^hitl: --store: not a valid MongoDB URL\. Expected mongodb:\/\/USER:PASSWORD@HOST:PORT\/DATABASE\.$/m,
  ],
  [serve('--store', 'runs.db'), /^hitl: --store: unknown store\. Expected memory:/],
  [serve('--store', 'redis://h'), /^hitl: --store: unknown store "redis:"\./],
  [serve('--store', 'sqlite:'), /^hitl: --store: the path is missing/],
  [serve('--workspace', '@none'), /^hitl: --workspace: .*none is not a folder\.$/m],
  [
    serve('--auth', 'token'),
    /^hitl: HITL_TOKENS: it is not set\. --auth token needs it, or --token-file FILE/,
  ],
  [serve('--auth', 'token', '--token-file', '@none'), /^hitl: --token-file none: ENOENT/],
  [
    serve('--auth', 'token', '--token-file', '@bad-tokens'),
    /^hitl: --token-file bad-tokens: Token line 2 is not TOKEN USER_ID \[reviewer\|agent\|service\]\.$/m,
  ],
  [['serve', '--config', '@none'], /^hitl: none: cannot be read: ENOENT/],
  [
    ['serve', '--config', '@bad'],
    /^hitl: bad\/a\.yaml:3: permission_store "main": store_type: Unknown permission store type: redis\. Expected/,
  ],
  [
    ['serve', '--config', '@bad-policy'],
    /^hitl: bad-policy\/a\.yaml:11: agent "a": approval_policy\.1\.when: "bash\(\)" is not a rule: /,
  ],
  [
    ['serve', '--config', '@no-key'],
    /^hitl: no-key\/a\.yaml:5: model "m": api_key_env: the environment variable NO_KEY is not set\./,
  ],
  [
    ['serve', '--config', '@no-url'],
    /^hitl: no-url\/a\.yaml:1: session_store "s": url: it is missing\. Expected postgres/,
  ],
  [
    ['serve', '--config', '@jwt'],
    /^hitl: --auth jwt needs the issuer of tokens: --jwt-issuer, or issuer under jwt in the server/,
  ],
  [
    ['serve', '--config', '@jwt', '--jwt-issuer', 'i'],
    /^hitl: --auth jwt needs the audience of tokens: --jwt-audience, or audience under jwt/,
  ],
  [
    jwt('--jwt-algorithm', 'HS256'),
    /^hitl: --jwt-algorithm: "HS256" cannot be allowed\. Expected one/,
  ],
  [jwt('--jwt-clock-tolerance', '1h'), /Expected a time such as 10s, of 5m at most/],
  [jwt('--jwks', '@none.json'), /^hitl: --auth jwt: jwks: ENOENT/],
  [jwt('--jwks', 'http://login.example.com/keys'), /^hitl: --auth jwt: jwks: expected an https/],
  [jwt(), /^hitl: --auth jwt: jwks: a private or shared key is in it\./],
  [['serve', '--config', '@token'], /^hitl: HITL_TOKENS: it is not set\./],
  [rules('allow', 'bash'), /cannot be saved: bash alone allows nothing; write bash\(\*\)/],
  [rules('deny', 'bash()'), /cannot be saved: The pattern is empty/],
  [rules('allow', 'bash(ls)', '--expires', 'soon'), /Expected a time such as 8h/],
  [rules('check', 'deploy', 'now'), /^hitl: The arguments of deploy must be a JSON object/],
  [
    rules('check', 'deploy', '{"at": [12345678901234567890]}'),
    /^hitl: The arguments of deploy are not clear: the number 12345678901234567890 cannot be represented exactly\./,
  ],
  [rules('check', 'deploy', '{"at": 1e400}'), /the number 1e400 cannot be represented exactly/],
  [rules('check', 'deploy', '{"at": 1, "at": 2}'), /the key "at" appears twice in one object/],
  [rules('list', '--format', 'yaml'), /Allowed choices are text, json/],
  [rules('list', '--server', 'http://h'), /^hitl: Expected either --server or --dir\./],
  [['permissions', 'list', '--server', 'ftp://h'], /^hitl: --server: expected a URL such as/],
  [['permissions', 'list', '--dir', '@none'], /^hitl: --dir: none is not a folder\./],
  [['permissions', 'forget'], /unknown command 'forget'\nSee hitl permissions --help\.$/m],
  [[], /^Usage: hitl/],
])('%j is refused with exit code 2 and the reason', async (argv, message) => {
  const folder = await folderWith(files);
  const args = argv.map((arg) => (arg.startsWith('@') ? join(folder, arg.slice(1)) : arg));
  const { code, stdout, stderr } = await runMain(args);
  expect(stderr.replaceAll(`${folder}/`, '')).toMatch(message);
  expect(stderr).not.toContain('secret');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('prints its help with examples, and its version', async () => {
  const help = await runMain(['--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('hitl serve --config');
  expect(await runMain(['serve', '--help'])).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout, stderr } = await runMain(['--version']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test(
  'exits with the right code, and writes to the right output',
  { timeout: 180_000 },
  async () => {
    const folder = await folderWith(files);
    const [wrong, right] = await Promise.all(
      [['serve', '--config', 'bad'], ['--version']].map(
        (args) => hitl(args, { cwd: folder }).ended,
      ),
    );
    expect(wrong).toMatchObject({ code: 2, signal: null, stdout: '' });
    expect(wrong?.stderr).toMatch(/^hitl: bad\/a\.yaml:3: /);
    expect(right).toMatchObject({ code: 0, signal: null, stderr: '' });
  },
);

test.each(['hitl', 'delta'] as const)('the help of %s uses its own name', async (name) => {
  const other = name === 'hitl' ? 'delta' : 'hitl';
  const commands = ['run', 'serve', 'inbox', 'permissions', 'audit', 'completion'];
  const helps = await Promise.all(
    [[], ...commands.map((command) => [command])].map((argv) =>
      runMain([...argv, '--help'], {}, name),
    ),
  );
  for (const { code, stdout, stderr } of helps) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: ${name} `));
    expect(stdout).toContain('Examples:\n');
    expect(stdout).not.toMatch(new RegExp(`\\b${other} (${commands.join('|')})`));
  }
});
