import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { asked, createSampleLog, started } from './testing/sample-log.ts';
import type { SessionStore } from './store/store.ts';

/** The statements of the README for a kind of database, in their order. */
export function shownStatements(kind: 'sqlite' | 'postgres'): string[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const statements = [...readme.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, text = '']) => text);
  const other = kind === 'sqlite' ? '-- postgres' : '-- sqlite';
  return statements.filter((text) => !text.startsWith(other));
}

/** A suspended session for the statements of the README. */
export async function fillSession(store: SessionStore): Promise<void> {
  const log = createSampleLog({ tenantId: 'default', sessionId: 'deploys' });
  await log.append(store, started('run_1'));
  await log.append(store, asked(log, 'run_1', [{ id: 'c1', args: { command: 'npm publish' } }]));
}

/** The expected results of the statements of the README. */
export function expectShown([waiting, events]: readonly (readonly unknown[])[]): void {
  expect(waiting).toMatchObject([
    { session_id: 'deploys', interaction_id: 'int_c1', tool_call_id: 'c1' },
  ]);
  const rows = events as { commit_number: number | string; type: string; data: string }[];
  expect(rows.slice(0, 2).map(({ type }) => type)).toEqual(['run_started', 'step_completed']);
  expect(Number(rows.at(-1)?.commit_number)).toBe(2);
  const request = rows.find(({ type }) => type === 'interaction_request');
  expect(JSON.parse(request?.data ?? '')).toMatchObject({
    interaction_request: { id: 'int_c1', tool_args: { command: 'npm publish' } },
  });
}
