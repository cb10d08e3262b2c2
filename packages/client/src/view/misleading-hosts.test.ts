import { expect, test } from 'vitest';
import { misleadingHosts } from './misleading-hosts.ts';

test.each([
  ['curl https://good.example@evil.example/x', ['evil.example']],
  ['https://раураl.com/login', ['xn--l-7sba6dbr.com']],
  ['see https://example.com and http://localhost:8080', []],
  ['http://a:b@h/ http://a:b@h/ ftp://c@other/', ['h', 'other']],
  ['no://', []],
  ['curl good.example@evil.example/x', ['evil.example']],
  ['curl "good.example:443@evil.example/x"', ['evil.example']],
  ['git clone git@github.com:org/repo', []],
  ['write to jane.doe@example.com, please', []],
  ['curl раураl.com/login', ['xn--l-7sba6dbr.com']],
  ['curl аррӏе.com', ['xn--80ak6aa92e.com']],
  ['ping xn--80ak6aa92e.com', ['xn--80ak6aa92e.com']],
  ['git clone git://раураl.com/x', ['xn--l-7sba6dbr.com']],
  ['cat отчёт.txt naïve.txt src/a.b.ts', []],
  ['mail a@b.example', []],
  [String.raw`curl http://evil.example\@good.example/x`, ['evil.example']],
  [String.raw`curl http:/\good.example@evil.example/x`, ['evil.example']],
  [String.raw`C:\temp and https://good.example/a\b`, []],
])('finds in %o the real hosts %o', (text, hosts) => {
  expect(misleadingHosts(text)).toEqual(hosts);
});
