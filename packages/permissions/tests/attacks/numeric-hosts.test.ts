import { describe, expect, test } from 'vitest';
import { createRuleSet } from '../../src/index.ts';

const CONTEXT = { root: '/repo', home: '/home/dev' };
const fetchOf = (url: string) => ({ toolName: 'web_fetch', toolArgs: { url } });

/** Spellings of 127.0.0.1 that an HTTP client takes for it. */
const SPELLINGS = [
  'http://127.0.0.1/',
  'http://2130706433',
  'http://2130706433/',
  'http://2130706433:80/x',
  'http://0x7f000001/',
  'http://0X7F.1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.0.0.1./',
  'http://user@2130706433/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::7f00:1]/',
  'http:2130706433',
  'http:/2130706433/',
  'http:\\\\2130706433\\',
  '2130706433',
  '//2130706433/',
  'ws://2130706433/',
  'http://１２７.0.0.1/',
  'http://%32130706433/',
  'HTTP://2130706433/',
];

describe('a host that is written as a number', () => {
  test.each(SPELLINGS)('is the address for a deny rule: %s', (url) => {
    const set = createRuleSet(
      [
        { effect: 'allow', rule: 'web_fetch(*)' },
        { effect: 'deny', rule: 'web_fetch(domain:127.0.0.1)' },
      ],
      CONTEXT,
    );
    expect(set.decide(fetchOf(url), { now: 0 }).decision).toBe('denied');
  });

  test.each(['http://127.0.0.1./', 'http://evil.example../x', 'http://EVIL.example.../'])(
    'is denied with dots behind it: %s',
    (url) => {
      const set = createRuleSet(
        [
          { effect: 'allow', rule: 'web_fetch(*)' },
          { effect: 'deny', rule: 'web_fetch(domain:127.0.0.1)' },
          { effect: 'deny', rule: 'web_fetch(domain:evil.example)' },
        ],
        CONTEXT,
      );
      expect(set.decide(fetchOf(url), { now: 0 }).decision).toBe('denied');
    },
  );

  test.each(['domain:2130706433', 'http://0x7f.1/*', 'http://2130706433/*'])(
    'is the address in a rule: %s',
    (pattern) => {
      const set = createRuleSet([{ effect: 'deny', rule: `web_fetch(${pattern})` }], CONTEXT);
      expect(set.decide(fetchOf('http://127.0.0.1/x'), { now: 0 }).decision).toBe('denied');
    },
  );

  test.each(['domain:example.com', 'http://example.com/*', 'domain:*.example.com'])(
    'is never let through by a rule for a name: %s',
    (pattern) => {
      const set = createRuleSet([{ effect: 'allow', rule: `web_fetch(${pattern})` }], CONTEXT);
      for (const url of SPELLINGS) {
        expect(set.decide(fetchOf(url), { now: 0 }).decision, url).toBe('ask');
      }
    },
  );
});

describe('a text that is no URL to one reader and a URL to another', () => {
  const set = createRuleSet(
    [
      { effect: 'allow', rule: 'web_fetch(*)' },
      ...['localhost', 'ftp', 'https'].map((host) => ({
        effect: 'deny' as const,
        rule: `web_fetch(domain:${host})`,
      })),
    ],
    CONTEXT,
  );
  const asked = (url: string): string => set.decide(fetchOf(url), { now: 0 }).decision;

  test.each(['localhost:8080/x', 'LOCALHOST:80', 'localhost', '//localhost:8080/x'])(
    'is denied without its scheme: %s',
    (url) => {
      expect(asked(url)).toBe('denied');
    },
  );

  test.each(['http://ftp/x', 'ftp', 'ws://https/', 'https:/https/'])(
    'is denied if its host has the name of a scheme: %s',
    (url) => {
      expect(asked(url)).toBe('denied');
    },
  );

  test.each([
    'URL:http://localhost/',
    'view-source:http://localhost/',
    'jar:http://localhost!/x',
    'http://[::1%25lo]/',
    'http://localhost:80abc/',
    'http://local<host/',
    '"http://localhost /"',
    '((http://localhost/',
    'foo:\\\\localhost\\x',
    'wss://local<host/',
    'data:text/html,x',
    'file:///etc/passwd',
  ])('asks, because a deny rule may be about it: %s', (url) => {
    expect(asked(url)).toBe('ask');
  });

  test.each([
    'https://example.com/?u=http://localhost/',
    'example.com:8080/x',
    'https://http.dev/',
    'http://file/x',
  ])('names another host: %s', (url) => {
    expect(asked(url)).toBe('allowed');
  });
});
