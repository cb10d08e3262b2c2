import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { acpCapabilities } from '@hitl/adapters/acp';
import { agUiAgentCapabilities, agUiCapabilities } from '@hitl/adapters/ag-ui';
import { aiSdkCapabilities } from '@hitl/adapters/ai-sdk';
import { claudeCapabilities } from '@hitl/adapters/claude';
import { langGraphCapabilities } from '@hitl/adapters/langgraph';
import { mastraCapabilities } from '@hitl/adapters/mastra';
import { mcpCapabilities } from '@hitl/adapters/mcp';
import { openAiAgentsCapabilities } from '@hitl/adapters/openai-agents';
import type { Capabilities } from '@hitl/adapters';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const ANSWER_MODE: Readonly<Record<Capabilities['answerMode'], string>> = {
  any: 'answered independently',
  all: 'answered together, by id',
  positional: 'answered together, by position',
  ordered: 'answered one after the other',
};

const ON_SIBLING_DENY: Readonly<Record<Capabilities['onSiblingDeny'], string>> = {
  independent: 'the others still run',
  drop: 'the others do not run, and the model is asked again',
  abort: 'the run ends',
};

/** The rows of the table of an adapter, as the README has them. */
function rowsOf(table: Capabilities): string[] {
  const { requests, answers, expired, answerMode, onSiblingDeny } = table;
  return [
    ...Object.entries({ ...requests, ...answers }).map(
      ([name, { fidelity, note }]) => `| \`${name}\` | ${fidelity} | ${note} |`,
    ),
    `| no answer in time | ${expired.fidelity} | ${expired.note} |`,
    `| several at once | | ${ANSWER_MODE[answerMode]} |`,
    `| one is denied | | ${ON_SIBLING_DENY[onSiblingDeny]} |`,
  ];
}

/** A row of a table without the spaces that align it. */
const plain = (line: string): string => line.replaceAll(/\s*\|\s*/g, '|').trim();

test.each([
  ['AI SDK', aiSdkCapabilities],
  ['LangGraph', langGraphCapabilities],
  ['OpenAI Agents', openAiAgentsCapabilities],
  ['Mastra', mastraCapabilities],
  ['AG-UI', agUiCapabilities],
  ['AG-UI agents', agUiAgentCapabilities],
  ['Claude Agent SDK', claudeCapabilities],
  ['Agent Client Protocol', acpCapabilities],
  ['MCP elicitation', mcpCapabilities],
])('the README says what is lost with %s', (_, table) => {
  const section =
    readme.split(/^## /m).find((text) => text.startsWith(`${table.framework}\n`)) ?? '';
  const lines = section.split('\n').map(plain);
  expect(
    rowsOf(table)
      .map(plain)
      .filter((row) => !lines.includes(row)),
  ).toEqual([]);
  expect(lines.filter((line) => line.startsWith('|`'))).toHaveLength(14);
});
