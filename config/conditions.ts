/** Export conditions that make tools read a workspace package's source instead of its build. */
export const browserConditions: string[] = [
  '@hitl/source',
  'module',
  'browser',
  'development|production',
];

/** The same for code that runs in Node. */
export const nodeConditions: string[] = [
  '@hitl/source',
  'module',
  'node',
  'development|production',
];
