import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InteractionPage } from '@hitl/protocol';
import { onTestFinished } from 'vitest';
import { folderWith } from './serve-process.fixture.ts';

/** Contains quotes and a backslash, so its JSON encoding differs. */
export const CANARY = 'canary-4711-"geheim"\\end';
/** Any part of it, in any encoding. */
export const TRACE = /canary-4711|geheim/;

const CONFIG = `type: permission_store
name: rules
---
type: tool
name: login
kind: command
command: [node, ../login.mjs]
parameters: { type: object, properties: { password: { type: string }, fails: { type: boolean } }, required: [password] }
requires_consent: true
---
type: agent
name: visitor
model: { provider: openai-compatible, base_url: '\${MODEL_URL}', model: any }
tools: [ask_human, login]
permission_store: rules
`;

/** Records the password it got, and prints it on stdout or, if it fails, on stderr. */
export const LOGIN = `import { appendFileSync, readFileSync } from 'node:fs';
const { password, fails } = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync('got', JSON.stringify(password) + '\\n');
if (fails) {
  console.error('no entry for ' + password + ' ' + JSON.stringify({ password }));
  process.exit(1);
}
console.log('welcome ' + password);
`;

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
}

/** A model over HTTP that asks for a password and logs in with whatever it gets. */
export interface SecretModel {
  readonly url: string;
  /** All requests to it. */
  readonly requests: string[];
}

export async function startSecretModel(): Promise<SecretModel> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    requests.push(body);
    const { messages } = JSON.parse(body) as { messages: Message[] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = { choices: [{ index: 0, delta: nextOf(messages), finish_reason: 'stop' }] };
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the model has no port');
  return { url: `http://127.0.0.1:${address.port}/v1`, requests };
}

/** Asks; logs in, the first time with a failure; reports the result. */
function nextOf(messages: readonly Message[]) {
  const last = messages.at(-1);
  const password =
    messages.findLast(({ content }) => content?.startsWith('‹secret:'))?.content ?? '';
  if (last?.role !== 'tool') {
    return callOf('ask', 'ask_human', { prompt: 'Password of the house?', sensitive: true });
  }
  if (last.tool_call_id === 'ask') return callOf('bad', 'login', { password, fails: true });
  if (last.tool_call_id === 'bad') return callOf('good', 'login', { password });
  return { content: `It said: ${last.content}` };
}

function callOf(id: string, name: string, args: Readonly<Record<string, unknown>>) {
  return {
    tool_calls: [{ index: 0, id, function: { name, arguments: JSON.stringify(args) } }],
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

/** A folder with the agent and its tool. */
export function secretFolder(config: string = CONFIG): Promise<string> {
  return folderWith({ 'hitl/all.yaml': config, 'login.mjs': LOGIN });
}

/** The passwords that the tool got, in order. */
export async function gotIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'got'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string);
}

/** Everything that a reader of the HTTP API gets about a run, as text. */
export async function readable(url: string, runId: string, sessionId: string): Promise<string[]> {
  const paths = [
    `/runs/${runId}`,
    `/runs/${runId}/events`,
    `/runs/${runId}/audit`,
    '/sessions',
    `/sessions/${sessionId}`,
    `/sessions/${sessionId}/messages`,
    `/interactions?session_id=${sessionId}&limit=100`,
  ];
  const pages = await Promise.all(paths.map((path) => textOf(`${url}${path}`)));
  const { interactions } = JSON.parse(pages.at(-1) ?? '') as InteractionPage;
  const views = await Promise.all(
    interactions.map(({ id }) => textOf(`${url}/interactions/${id}`)),
  );
  return [...pages, ...views];
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}
