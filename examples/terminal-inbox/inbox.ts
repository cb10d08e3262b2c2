import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import {
  approvalOf,
  createHitlClient,
  createInboxStore,
  createSubmission,
  denialOf,
} from '@hitl/client';

const client = createHitlClient({
  baseUrl: process.env.HITL_URL ?? 'http://127.0.0.1:8787',
  token: process.env.HITL_TOKEN,
});
const inbox = createInboxStore(client);

/** The oldest call that needs approval. */
const next = () => inbox.getSnapshot().interactions.find((one) => one.purpose === 'authorization');

let shown = '';
inbox.subscribe(() => {
  const request = next();
  if (request === undefined || request.id === shown) return;
  shown = request.id;
  console.log(`May ${request.tool_name} run with ${JSON.stringify(request.tool_args)}? y/n`);
});

createInterface({ input: stdin, output: stdout }).on('line', async (line) => {
  const request = next();
  if (request === undefined) return;
  const answer = line === 'y' ? approvalOf(request) : denialOf(request);
  const { status } = await createSubmission(client, request).submit(answer);
  console.log(status);
});
