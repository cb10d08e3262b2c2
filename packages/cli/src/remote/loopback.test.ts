import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '[::1]', '0:0:0:0:0:0:0:1'])(
  'treats %s as this machine only',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each(['0.0.0.0', '::', '192.168.0.1', '127.example.com', 'example.com', '', '[::]'])(
  'treats %j as reachable by others',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
