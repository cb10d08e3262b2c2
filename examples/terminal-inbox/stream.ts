import { createHitlClient } from '@hitl/client';

const client = createHitlClient({
  baseUrl: process.env.HITL_URL ?? 'http://127.0.0.1:8787',
  // A function is called before each request, so that a token can be renewed.
  token: async () => process.env.HITL_TOKEN,
});

const run = await client.createRun({ agent_id: 'clerk', input: 'Write to Ann' });

const stream = client.runEvents(run.id, {
  onEvent(event) {
    console.log(event.type);
    if (event.type === 'execution_suspended') stream.close();
  },
  onConnection: ({ status }) => console.log(status),
});
