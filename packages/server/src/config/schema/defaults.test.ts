import { expect, test } from 'vitest';
import { DEFAULT_SERVER } from './defaults.ts';
import { serverSchema } from './server.ts';

test('a server component without keys has the defaults', () => {
  expect(serverSchema({ folder: '/' }).parse({ type: 'server' })).toEqual(DEFAULT_SERVER);
});
