// Not from the library for React: that loads React, which looks for its developer tools only once, and
// `count-renders.fixture.ts` stands in for them.
import { configure } from '@testing-library/dom';

// Generous, for a busy machine: what a test waits for is awaited, not timed.
configure({ asyncUtilTimeout: 60_000 });
