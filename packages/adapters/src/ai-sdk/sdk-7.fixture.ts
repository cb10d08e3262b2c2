import * as ai from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { createSdk, type Sdk } from './sdk.fixture.ts';

/** AI SDK 7. */
export const sdk7: Sdk = createSdk(7, ai, (doStream) => new MockLanguageModelV4({ doStream }));
