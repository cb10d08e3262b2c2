import { ENDPOINTS, type EndpointName } from '@hitl/protocol/endpoints';
import type { SentRequest } from './http-world.ts';

/** Existing ids, by their kind. */
export interface Known {
  readonly run_id: string[];
  readonly session_id: string[];
  readonly interaction_id: string[];
  readonly tool_call_id: string[];
  readonly user_id: string[];
}

/** Creates requests from random numbers, reproducible by the same numbers. */
export interface RequestMaker {
  /** A request to an existing endpoint; everything else in it may be invalid. */
  next(known: Known): SentRequest;
}

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\nb: c',
  '../../etc/passwd',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  '\u202Eevil',
  '\uFEFF',
  '😀',
  'e\u0301',
  "a') or 1=1 --",
  '{"$ne":null}',
  '‹secret:x›',
  '2020-02-30T25:61:00Z',
  'bash(*)',
  'work(',
  `${'a'.repeat(34)}!`,
  'x'.repeat(257),
  'x'.repeat(5000),
  '('.repeat(300),
];

const ODD_JSON = [
  ...ODD_TEXTS.map((text) => JSON.stringify(text)),
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e999',
  '1e-400',
  '12345678901234567890',
  '9007199254740993',
  '0.1000000000000000055511151231257827',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"a":1}}',
  '{"a":1,"a":2}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1}',
  '[1,2,3,4]',
  '['.repeat(70) + ']'.repeat(70),
  '{"a":'.repeat(63) + '1' + '}'.repeat(63),
  `[${'0,'.repeat(3000)}0]`,
  `{${Array.from({ length: 2100 }, (_, n) => `"k${n}":0`).join(',')}}`,
  '/* no JSON */',
  'NaN',
  "'text'",
  '"unfinished',
];

const PATH_PIECES = [
  ...ODD_TEXTS.map((text) => encodeURIComponent(text)),
  '%',
  '%00',
  '%zz',
  '%c0%ae',
  '%ff',
  '..',
  '.',
  '%2F',
  ';',
  ':',
  '*',
  '%F0%9F',
  '%5Cx',
];

const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'accept',
    ['application/json', 'text/event-stream', '*/*', ';q=', 'text/event-stream;q=9e999', ''],
  ],
  ['idempotency-key', ['k1', 'k2', '', ' ', 'x'.repeat(300), '\u00ff']],
  ['last-event-id', ['0', '1', '-1', '1e9', '99999999999999999999', 'x', '1.0', '"', '\u00e9']],
  ['origin', ['null', 'https://evil.example', 'http://127.0.0.1', '::', '']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'none', '?']],
  ['content-encoding', ['gzip', 'identity', 'br', '']],
  [
    'content-type',
    ['text/plain', 'application/json; charset=utf-16', 'application/jsonx', '', 'a/b; ='],
  ],
  ['host', ['evil.example', 'localhost@x', '', '[::1', '127.0.0.1:99999', 'a b']],
  ['expect', ['100-continue', 'nothing']],
  ['cookie', ['a=b; __proto__=c', '=;=']],
  ['x-http-method-override', ['DELETE']],
];

const QUERY_NAMES = [
  'limit',
  'cursor',
  'status',
  'run_id',
  'session_id',
  'user_id',
  'wait',
  'after',
  'tool_call_id',
  '__proto__',
  'limit[]',
  'nonsense',
];
const QUERY_VALUES = [
  '0',
  '1',
  '-1',
  '200',
  '201',
  '1e3',
  'pending',
  'x',
  '',
  '%00',
  'W10',
  '%F0%9F',
  '9'.repeat(30),
];

export function createRequestMaker(random: () => number): RequestMaker {
  const below = (count: number): number => Math.floor(random() * count);
  const chance = (share: number): boolean => random() < share;
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const oddJson = (): string => pick(ODD_JSON);
  const time = '2026-01-01T00:00:00.000Z';

  /** A body that its endpoint accepts, or almost. */
  function template(name: EndpointName, known: Known): Record<string, unknown> {
    const id = pick(known.interaction_id);
    const session = chance(0.5) ? pick(known.session_id) : `s${below(30)}`;
    const call = chance(0.5) ? pick(known.tool_call_id) : `t${below(30)}`;
    const remember = { scope: pick(['once', 'session', 'always']), patterns: ['work(*)'] };
    switch (name) {
      case 'create_run':
        return {
          agent_id: pick(['asker', 'talker', 'none']),
          input: 'Go',
          ...(chance(0.5) && { session_id: session }),
          ...(chance(0.2) && { user_id: pick(known.user_id), metadata: { a: [1] } }),
        };
      case 'control_run':
        return { action: pick(['pause_run', 'resume_run', 'abort_run']), payload: { reason: 'r' } };
      case 'create_interaction':
        return chance(0.6)
          ? {
              session_id: session,
              tool_call_id: call,
              tool_name: 'deploy',
              tool_args: { a: below(9) },
            }
          : {
              session_id: session,
              tool_call_id: call,
              type: pick(['input', 'select', 'confirm', 'combined']),
              title: 'T',
              options: [{ value: 'a', label: 'A' }],
              interactions: [{ id: 'q', type: 'input', title: 'Q' }],
            };
      case 'respond':
      case 'respond_batch': {
        const answer = {
          request_id: id,
          type: pick(['confirm', 'input', 'select', 'combined']),
          responded_at: time,
          confirmed: chance(0.5),
          ...(chance(0.3) && {
            action: pick(['approve', 'deny', 'modify_args', 'pause', 'resume']),
          }),
          ...(chance(0.3) && { text: 'An answer' }),
          ...(chance(0.2) && { modified_args: { n: 2, name: `${'a'.repeat(40)}!` } }),
          ...(chance(0.2) && { remember }),
        };
        return name === 'respond'
          ? answer
          : { responses: Array.from({ length: below(4) }, () => answer) };
      }
      case 'decide':
        return {
          action: pick(['approve', 'deny', 'abort_run', 'modify_args']),
          modified_args: { n: 3 },
        };
      case 'tool_consent':
        return {
          tool_call_id: call,
          decision: pick(['allow', 'deny']),
          patterns: chance(0.5) ? [] : ['work(*)'],
        };
      case 'check':
        return {
          tool_name: pick(['work', 'bash', 'x']),
          tool_args: { command: 'ls; rm -rf /', n: 1 },
        };
      default:
        return {
          resource: pick(['work(a)', 'bash(ls)', 'file_read(./**)', 'x(']),
          expires_at: time,
        };
    }
  }

  function mutated(value: unknown): string {
    let text = JSON.stringify(value);
    for (let count = below(3); count > 0; count -= 1) {
      const members = [...text.matchAll(/"(\w+)":/g)];
      const member = members[below(members.length)];
      const at = (member?.index ?? 0) + (member?.[0].length ?? 0);
      const kinds: readonly (() => string)[] = [
        () => `${text.slice(0, at)}${oddJson()},"x":${text.slice(at)}`,
        () => text.replace(/"[^"]*"/, oddJson()),
        () => text.replace('{', `{${JSON.stringify(pick(ODD_TEXTS))}:${oddJson()},`),
        () => text.replace('{', `{"${member?.[1] ?? 'a'}":1,`),
        () => text.slice(0, below(text.length)),
        () => text + oddJson(),
        () => `[${text}]`,
        () => `\uFEFF${text}`,
        () => text.replace(/true|false|\d+/, oddJson()),
      ];
      text = pick(kinds)();
    }
    return text;
  }

  function bodyOf(name: EndpointName, known: Known): string | Uint8Array {
    if (chance(0.02)) return 'x'.repeat(1_100_000);
    if (chance(0.02)) return `{"input":"${'x'.repeat(900_000)}"}`;
    if (chance(0.03)) return Uint8Array.from({ length: below(200) }, () => below(256));
    if (chance(0.08)) return oddJson();
    const value = template(name, known);
    return chance(0.4) ? JSON.stringify(value) : mutated(value);
  }

  function pathOf(name: EndpointName, known: Known): string {
    const path = ENDPOINTS[name].path.replaceAll(/\{(\w+)\}/g, (_, param: keyof Known) =>
      chance(0.75) ? encodeURIComponent(pick(known[param])) : pick(PATH_PIECES),
    );
    const odd = chance(0.05) ? `${path}/${pick(PATH_PIECES)}` : path;
    if (!chance(0.3)) return odd;
    const query = Array.from(
      { length: 1 + below(3) },
      () => `${pick(QUERY_NAMES)}=${pick(QUERY_VALUES)}`,
    );
    return `${odd}?${query.join('&')}`;
  }

  return {
    next(known) {
      const name = pick(NAMES);
      const method = chance(0.92)
        ? ENDPOINTS[name].method
        : pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
      const headers: Record<string, string> = {};
      if (chance(0.95))
        headers['authorization'] =
          `Bearer ${pick(['ada', 'ada', 'ada', 'ada', 'root', 'bob', 'eve'])}`;
      if (method !== 'GET' && chance(0.97)) headers['content-type'] = 'application/json';
      if (chance(0.7)) headers['accept'] = 'application/json';
      for (const [header, values] of HEADERS) if (chance(0.03)) headers[header] = pick(values);
      const path = pathOf(name, known).replace(/wait=\w*/, 'wait=0');
      const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
      return { method, path, headers, ...(hasBody && { body: bodyOf(name, known) }) };
    },
  };
}
