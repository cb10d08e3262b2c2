import { expect, test } from 'vitest';
import { createTokenAuthenticate } from './token-auth.ts';

const LINES = `
# who may
s3cret-of-alice alice
s3cret-of-rita  rita   reviewer
s3cret-of-crm crm service
`;

function request(authorization?: string, url = 'http://x/'): Request {
  return new Request(url, authorization === undefined ? {} : { headers: { authorization } });
}

test('identifies a user by a bearer token', async () => {
  const authenticate = await createTokenAuthenticate(LINES);
  expect(await authenticate(request('Bearer s3cret-of-alice'))).toEqual({
    userId: 'alice',
    roles: [],
  });
  expect(await authenticate(request('bearer  s3cret-of-rita'))).toEqual({
    userId: 'rita',
    roles: ['reviewer'],
  });
  expect(await authenticate(request('Bearer s3cret-of-crm'))).toEqual({
    userId: 'crm',
    roles: ['service'],
  });
});

test('accepts no other credentials', async () => {
  const authenticate = await createTokenAuthenticate(LINES);
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer s3cret-of-alic',
    'Bearer s3cret-of-alice x',
    'Basic s3cret-of-alice',
    's3cret-of-alice',
    'Bearer S3CRET-OF-ALICE',
    'Bearer #',
  ]) {
    expect(await authenticate(request(header)), header).toBe(null);
  }
  expect(await authenticate(request(undefined, 'http://x/?token=s3cret-of-alice'))).toBe(null);
});

test.each([
  ['', /There is no token/],
  ['# only a comment', /There is no token/],
  ['token', /^Token line 1 is not/],
  ['a alice\ns3cret bob admin', /^Token line 2 is not/],
  ['s3cret bob reviewer x', /^Token line 1 is not/],
  ['same alice\nsame bob', /listed twice/],
])('refuses %j without showing a token', async (lines, message) => {
  const error = await createTokenAuthenticate(lines).catch((caught: unknown) => caught);
  expect(String(error)).not.toContain('s3cret');
  expect(error).toMatchObject({ code: 'invalid_option' });
  expect((error as Error).message).toMatch(message);
});
