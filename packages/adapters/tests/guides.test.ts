import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

test.each([
  ['ai-sdk', 'ai-sdk-chat'],
  ['langgraph', 'langgraph'],
  ['openai-agents', 'openai-agents'],
  ['ag-ui', 'ag-ui-copilotkit'],
  ['claude-agent-sdk', 'claude-agent-sdk'],
  ['acp', 'acp'],
  ['mastra', 'mastra'],
])('the guide %s shows the example that is run', (guide, example) => {
  const blocks = [...read(`docs/guides/${guide}.md`).matchAll(/^```tsx? (\S+)\n(.*?)^```/gms)];
  expect(blocks.length).toBeGreaterThan(0);
  for (const [, file = '', code] of blocks) expect(code).toBe(read(`examples/${example}/${file}`));
});
