import { configure } from '@testing-library/react';

// Generous, for a busy machine: what a test waits for is awaited, not timed.
configure({ asyncUtilTimeout: 60_000 });
