// An agent loop of your own that asks before it runs a tool: Node and fetch, nothing else.
//   HITL_URL=http://127.0.0.1:8787 node own-agent-loop.ts 'git status' 'npm publish'
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const { HITL_URL = 'http://127.0.0.1:8787', HITL_TOKEN, HITL_USER, SESSION } = process.env;
const session = SESSION ?? crypto.randomUUID();
/** The agent whose policy decides. */
const AGENT = 'operator';
/** How long a call may take. Later, a person may have another process run it again. */
const LEASE_MS = Number(process.env['LEASE_MS'] ?? 60_000);

type Args = Record<string, unknown>;
/** State of a call: decided by a rule or a policy, waiting for a person, or answered by one. */
interface CallState {
  decision: 'allowed' | 'denied' | 'pending' | 'answered';
  reason?: string;
  interaction_id?: string;
  interaction_request?: { id: string };
  response?: {
    action?: string;
    confirmed?: boolean;
    modified_args?: Args;
    note?: string;
    text?: string;
  };
}

/** State of an allowed call: the process that runs it, and its result. */
interface Claim {
  claimed: boolean;
  lease_left_ms?: number;
  args: Args;
  result?: { content: string };
}

/** Sends a request, again while the server is away: asking twice about one call asks people once. */
async function hitl(path: string, body?: unknown): Promise<unknown> {
  for (;;) {
    const response = await fetch(HITL_URL + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(HITL_TOKEN !== undefined && { authorization: `Bearer ${HITL_TOKEN}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null);
    if (response?.ok) return await response.json();
    if (response !== null && response.status < 500) throw new Error(await response.text());
    await sleep(500);
  }
}

/** Runs a call once it is allowed, and returns the result for the model. */
async function gated(id: string, tool: string, args: Args): Promise<string> {
  const call = { session_id: session, user_id: HITL_USER, agent_id: AGENT };
  const ask = async () =>
    (await hitl('/interactions', {
      ...call,
      tool_call_id: id,
      tool_name: tool,
      tool_args: args,
    })) as CallState;
  let now = await ask();
  while (now.decision === 'pending') {
    // Held until it is settled, 30 seconds at most. Then ask again for the state.
    await hitl(`/interactions/${now.interaction_request?.id}?wait=30`);
    now = await ask();
  }
  const { decision, response = {} } = now;
  const said = response.action ?? (response.confirmed === true ? 'approve' : 'deny');
  const isAllowed = decision === 'allowed' || (decision === 'answered' && said === 'approve');
  if (isAllowed) return once(now.interaction_id);
  if (decision === 'answered' && said === 'answer') return response.text ?? '';
  if (decision === 'answered' && said === 'modify_args') {
    const content = await once(now.interaction_id);
    return `[Arguments edited by the user before running]\n${content}`;
  }
  const why = now.reason ?? 'User denied consent';
  const note = response.note === undefined ? '' : `: ${response.note}`;
  return `Tool execution denied: ${why}${note}. Please use a different approach.`;
}

/** Runs an allowed call, unless another process of yours runs or ran it: then its result is returned. */
async function once(id = ''): Promise<string> {
  const path = `/interactions/${encodeURIComponent(id)}`;
  const holder = crypto.randomUUID();
  for (let late = 0; late < 3;) {
    const sinceSent = stopwatch();
    const claim = (await hitl(`${path}/claim?wait=30`, { holder, lease_ms: LEASE_MS })) as Claim;
    if (claim.result !== undefined) return claim.result.content;
    if (!claim.claimed) continue;
    if (sinceSent() < (claim.lease_left_ms ?? 0)) {
      const result = await run(claim.args);
      await hitl(`${path}/complete`, { holder, ...result });
      return result.content;
    }
    // The lease may be over since then: claim again. If it is, a person is asked first.
    late += 1;
  }
  throw new Error('The call did not run: the responses to its claim came too late.');
}

/** Milliseconds since its start, by two clocks: one stops while the machine sleeps, one may jump. */
function stopwatch(): () => number {
  const [time, elapsed] = [Date.now(), performance.now()];
  return () => Math.max(Math.abs(Date.now() - time), performance.now() - elapsed);
}

async function run({ command }: Args): Promise<{ content: string; is_success: boolean }> {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', String(command)]);
    return { content: stdout, is_success: true };
  } catch (error) {
    return { content: `Tool execution failed: ${String(error)}`, is_success: false };
  }
}

// Your model proposes calls here; these come from the command line.
for (const [index, command] of process.argv.slice(2).entries()) {
  const content = await gated(`call-${index + 1}`, 'bash', { command });
  console.log(JSON.stringify({ tool_call_id: `call-${index + 1}`, content }));
}
