import type { StreamEvent } from '@hitl/protocol';
import { interactionRequest, runStarted, sessionLog } from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { createHitlClient } from '../client/client.ts';
import type { Connection } from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createWire, frameOf, longLog } from '../testing/wire.ts';
import { settled } from '../testing/settled.fixture.ts';
import { follow } from './follow.fixture.ts';

describe('an unexpected frame', () => {
  test.each([
    ['broken JSON', 'id: 2\nevent: error\ndata: {"type":\n\n'],
    ['no JSON object', 'id: 2\nevent: error\ndata: [1]\n\n'],
    ['an event without its data', frameOf({ ...longLog(4)[1]!, data: {} } as never)],
    ['an event without a place', frameOf({ type: 'error', data: { error: 'x' } } as never, '2')],
  ])('%s is reported, and the stream continues after it', async (_, bad) => {
    const wires = [createWire(), createWire()];
    const followed = await follow(wires);
    const log = longLog(4);
    wires[0]!.send(frameOf(log[0]!) + bad);
    await settled();
    expect(followed.errors.map(({ code }) => code)).toEqual(['bad_frame']);
    const rest = frameOf(log[2]!) + frameOf(log[3]!);
    wires[0]!.send(rest);
    await settled();
    followed.clock.advance(1000);
    await settled();
    wires[1]!.send(rest);
    await settled();
    expect(followed.sequence()).toEqual([1, 3, 4]);
  });

  test('of a newer server is passed to its own callback and keeps its position', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const log = longLog(4);
    const newer = { ...log[1]!, type: 'run_teleported', data: { to: 'moon' } };
    wire.send(frameOf(log[0]!) + frameOf(newer as never) + frameOf(log[2]!) + frameOf(log[3]!));
    await settled();
    expect(followed.unknown).toEqual([newer]);
    expect(followed.sequence()).toEqual([1, 3, 4]);
    expect(followed.errors).toEqual([]);
  });

  test('with an unreadable question is reported and still delivered', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const [started, asked] = sessionLog([runStarted(), interactionRequest()]);
    const odd = structuredClone(asked) as { data: { interaction_request: { type: string } } };
    odd.data.interaction_request.type = 'hologram';
    wire.send(frameOf(started!) + frameOf(odd as never));
    await settled();
    expect(followed.errors.map(({ code }) => code)).toEqual(['bad_frame']);
    expect(followed.events).toEqual([started, odd]);
  });

  test('whose callback throws does not break the stream, and the exception reaches the host', async () => {
    const wire = createWire();
    const thrown: unknown[] = [];
    const seen: StreamEvent[] = [];
    const catchIt = (error: unknown): void => void thrown.push(error);
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', catchIt);
    try {
      await follow([wire], {
        onEvent(event) {
          seen.push(event);
          throw new Error('the host');
        },
      });
      for (const event of longLog(3)) wire.send(frameOf(event));
      await settled();
    } finally {
      process.off('uncaughtException', catchIt);
      for (const listener of before) process.on('uncaughtException', listener);
    }
    expect(seen).toEqual(longLog(3));
    expect(thrown).toEqual([new Error('the host'), new Error('the host'), new Error('the host')]);
  });

  test('larger than allowed is reported once, retried once, and ends the stream', async () => {
    const wires = [createWire(), createWire()];
    const clock = createFakeClock();
    const errors: ClientError[] = [];
    const connections: Connection[] = [];
    let requests = 0;
    const client = createHitlClient({
      clock,
      maxEventSize: 1000,
      fetch: async () => wires[requests++]!.response,
    });
    client.runEvents('run_1', {
      onEvent() {},
      onError: (error) => errors.push(error),
      onConnection: (connection) => connections.push(connection),
    });
    for (const wire of wires) {
      await settled();
      wire.send(`data: ${'x'.repeat(600)}`);
      wire.send('x'.repeat(600));
      await settled();
      clock.advance(1000);
    }
    await settled();
    expect(errors.map(({ code }) => code)).toEqual(['overflow', 'overflow']);
    expect(connections.at(-1)).toMatchObject({ status: 'closed', error: { code: 'overflow' } });
  });
});
