import { describe, expect, it } from 'vitest';
import { HitlError } from './error.ts';

describe('HitlError', () => {
  it('has its code and its cause', () => {
    const cause = new Error('socket closed');
    const error = new HitlError('network', 'The server cannot be reached.', { cause });
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.cause]).toEqual(['HitlError', 'network', cause]);
  });

  it('is recognized across copies of this package', () => {
    class Copy extends Error {
      readonly '~hitl' = true;
    }
    expect(HitlError.isInstance(new Copy())).toBe(true);
    expect(HitlError.isInstance(new Error('x'))).toBe(false);
    expect(HitlError.isInstance(null)).toBe(false);
    expect(HitlError.isInstance('x')).toBe(false);
  });
});
