import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// The files of a worker share one page. Testing Library, loaded once for all of them, would tidy up
// after the first file alone.
afterEach(cleanup);
