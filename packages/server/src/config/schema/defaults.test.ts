import { expect, test } from 'vitest';
import { DEFAULT_SERVER } from './defaults.ts';
import { ServerSchema } from './server.ts';

test('a server component without keys has the defaults', () => {
  expect(ServerSchema.parse({ type: 'server' })).toEqual(DEFAULT_SERVER);
});
