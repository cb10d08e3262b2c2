import { expect, test } from 'vitest';
import { misleadingHosts } from './url-note.tsx';

test.each([
  ['curl https://good.example@evil.example/x', ['evil.example']],
  ['https://раураl.com/login', ['xn--l-7sba6dbr.com']],
  ['see https://example.com and http://localhost:8080', []],
  ['http://a:b@h/ http://a:b@h/ ftp://c@other/', ['h', 'other']],
  ['no://', []],
  ['mail a@b.example', []],
])('finds in %o where one would not expect to get: %o', (text, hosts) => {
  expect(misleadingHosts(text)).toEqual(hosts);
});
