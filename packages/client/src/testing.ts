/**
 * A client without a network, and a clock controlled by a test.
 *
 * @module
 */
export {
  createFakeClient,
  type FakeClient,
  type FakeClientOptions,
} from './testing/fake-client.ts';
export type { Reply } from './testing/fake-transport.ts';
export type { Call } from './transport/transport.ts';
export { createFakeClock, type FakeClock } from './testing/fake-clock.ts';
