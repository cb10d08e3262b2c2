import {
  agent,
  client,
  methods,
  ndJsonStream,
  type AgentContext,
  type ClientApp,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import type { GatedClient } from './gate-client.ts';
import type { PermissionRequestStore } from './permission-request-store.ts';

/** The reaction of an agent to a prompt. */
export type Script = (host: AgentContext, sessionId: string) => Promise<void>;

/** Two ends of a connection, as of a process: lines of JSON both ways, each of them kept. */
export function connection() {
  const lines: string[] = [];
  const pipe = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        lines.push(...new TextDecoder().decode(chunk).split('\n').filter(Boolean));
        controller.enqueue(chunk);
      },
    });
  const [up, down] = [pipe(), pipe()];
  return {
    lines,
    client: ndJsonStream(up.writable, down.readable),
    agent: ndJsonStream(down.writable, up.readable),
  };
}

/** An agent of the SDK that plays its script for each prompt. */
export function scriptedAgent(script: Script) {
  return agent({ name: 'scripted' })
    .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(methods.agent.session.new, () => ({ sessionId: 'acp-1' }))
    .onRequest(methods.agent.session.prompt, async ({ params, client: host }) => {
      await script(host, params.sessionId);
      return { stopReason: 'end_turn' };
    });
}

/** A client of the SDK with these handlers. */
function clientOf(handlers: GatedClient | PermissionRequestStore): ClientApp {
  const app = client({ name: 'host' })
    .onRequest(methods.client.session.requestPermission, ({ params, signal }) =>
      handlers.requestPermission(params, { signal }),
    )
    .onNotification(methods.client.session.update, ({ params }) => handlers.sessionUpdate(params));
  if (!('createElicitation' in handlers)) return app;
  return app.onRequest(methods.client.elicitation.create, ({ params, signal }) =>
    handlers.createElicitation(params, { signal }),
  );
}

/** Parameters of `initialize`. */
export const INITIALIZE = { protocolVersion: 1, clientCapabilities: { elicitation: { form: {} } } };

/** Has the agent play its script for one prompt of a client with these handlers. */
export async function prompt(
  handlers: GatedClient | PermissionRequestStore,
  script: Script,
): Promise<readonly string[]> {
  const { lines, ...ends } = connection();
  scriptedAgent(script).connect(ends.agent);
  await clientOf(handlers).connectWith(ends.client, async (host) => {
    await host.request(methods.agent.initialize, INITIALIZE);
    const { sessionId } = await host.request(methods.agent.session.new, {
      cwd: '/home/me/project',
      mcpServers: [],
    });
    await host.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: 'Go' }],
    });
  });
  return lines;
}

/** The options of an approval. */
export const YES_NO: RequestPermissionRequest['options'] = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'yes-always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** Outcomes of the calls of a script: the selected option, or the reason of a failure. */
export type Outcomes = Record<string, RequestPermissionResponse['outcome'] | string>;

/**
 * A script that asks for permission for all these commands at once, runs the allowed ones, and reports the
 * results.
 */
export function commands(
  wanted: Readonly<Record<string, string>>,
  { ran, outcomes }: { readonly ran: string[]; readonly outcomes: Outcomes },
): Script {
  return async (host, sessionId) => {
    const one = async ([toolCallId, command]: [string, string]): Promise<void> => {
      const report = (update: object) =>
        host.notify(methods.client.session.update, {
          sessionId,
          update: { sessionUpdate: 'tool_call_update', toolCallId, ...update },
        } as never);
      await host.notify(methods.client.session.update, {
        sessionId,
        update: {
          sessionUpdate: 'tool_call',
          toolCallId,
          title: `Run ${command}`,
          name: 'bash',
          kind: 'execute',
          status: 'pending',
          rawInput: { command },
        },
      });
      try {
        // The id alone: the call was described before.
        const { outcome } = await host.request(methods.client.session.requestPermission, {
          sessionId,
          toolCall: { toolCallId },
          options: YES_NO,
        });
        outcomes[toolCallId] = outcome;
        if (outcome.outcome !== 'selected' || outcome.optionId === 'no') return;
        ran.push(command);
        await report({ status: 'completed', rawOutput: `did ${command}` });
      } catch (error) {
        outcomes[toolCallId] = JSON.stringify(error, ['message', 'data', 'details']);
      }
    };
    await Promise.all(Object.entries(wanted).map(one));
  };
}
