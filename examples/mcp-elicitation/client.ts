import { createElicitationHandler } from '@hitl/adapters/mcp';
import { createGate } from '@hitl/client/gate';
import { Client } from '@modelcontextprotocol/client';

const gate = createGate({ baseUrl: 'http://127.0.0.1:8787', token: process.env['HITL_TOKEN'] });

export function createClient(sessionId: string): Client {
  const elicit = createElicitationHandler(gate, { sessionId, serverName: 'releases' });
  const capabilities = { elicitation: { form: {} } };
  const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities });
  client.setRequestHandler('elicitation/create', ({ params }) =>
    elicit(params, { id: crypto.randomUUID() }),
  );
  return client;
}
