import * as ai from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import { createSdk, type Sdk } from './sdk.fixture.ts';

/** AI SDK 6. */
export const sdk6: Sdk = createSdk(
  6,
  ai as never,
  (doStream) => new MockLanguageModelV3({ doStream: doStream as never }),
);
