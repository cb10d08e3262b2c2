import { expectTypeOf, test } from 'vitest';
import type { Authorization } from './gate-types.ts';

test('a decision about a call has the members of its kind, without further checks', () => {
  const toolResult = (authorization: Authorization): string => {
    switch (authorization.decision) {
      case 'allow':
        expectTypeOf(authorization.interactionId).toEqualTypeOf<string | null>();
        return JSON.stringify(authorization.args);
      case 'deny':
        return authorization.reason;
      case 'answer':
        return authorization.text;
    }
  };
  expectTypeOf(toolResult).returns.toBeString();
  // Without narrowing, every member can still be read.
  expectTypeOf<Authorization['reason']>().toEqualTypeOf<string | undefined>();
});
