import { createHitl, defineTool, type Hitl, type Model } from '@hitl/server';
import { createPostgresPermissionStore, createPostgresStore } from '@hitl/server/postgres';
import { createSqlitePermissionStore, createSqliteStore, openSqlite } from '@hitl/server/sqlite';
import { Pool } from 'pg';
import { COMMAND, LAST_WORD, messageOf, type Place, type Subject } from './workload.ts';

const ADA = { tenantId: 'default', userId: 'ada', reviewer: true, anyUser: true } as const;

/** The server of this repository, called without HTTP. */
export function createOurs(place: Place): Subject {
  const open = opener(place);
  let ran = 0;
  let chats = true;
  let stores = open();
  let hitl = serve();

  function serve(): Hitl {
    const build = defineTool({
      name: 'shell',
      description: 'Runs a command',
      parameters: {
        type: 'object',
        properties: { command: { type: 'string' } },
        required: ['command'],
      },
      permission: { kind: 'command', arg: 'command' },
      requiresConsent: true,
      execute() {
        ran += 1;
        return Promise.resolve('built');
      },
    });
    const model: Model = {
      name: 'scripted',
      // oxlint-disable-next-line require-await -- a model is asynchronous by contract
      async *generate({ messages }) {
        const last = messages.at(-1);
        if (chats || last?.role === 'tool') {
          yield { type: 'text', text: chats ? messageOf(messages.length) : LAST_WORD };
          return;
        }
        const args = JSON.stringify({ command: COMMAND });
        yield { type: 'tool_call', id: 'call', name: 'shell', arguments: args };
      },
    };
    return createHitl({
      agents: [{ name: 'assistant' }],
      tools: [build],
      models: [model],
      sessionStore: stores.sessions,
      permissionStore: stores.permissions,
      onError: (error) => console.error(error),
    });
  }

  async function say(session: string, input: string): Promise<string> {
    const started = await hitl.engine.createRun(ADA, {
      agent_id: 'assistant',
      session_id: session,
      input,
    });
    if (!started.ok) throw new Error(started.problem.detail);
    return started.value.run.id;
  }

  /** Follows a run until it rests; returns the request that waits, if one does. */
  async function follow(session: string, run: string, after = 0): Promise<string | undefined> {
    const key = { tenantId: ADA.tenantId, sessionId: session };
    const { signal } = new AbortController();
    let waiting: string | undefined;
    let ended = false;
    for await (const { event } of hitl.engine.feed.run(key, run, {
      after,
      until: 'rest',
      signal,
    })) {
      if (event?.type === 'interaction_request') waiting = event.data.interaction_request.id;
      if (event?.type === 'run_completed') ended = true;
    }
    if (!ended && waiting === undefined) throw new Error('the run neither ended nor asked');
    return ended ? undefined : waiting;
  }

  return {
    async prepare(messages) {
      chats = true;
      const session = crypto.randomUUID();
      for (let index = 0; index < messages; index += 2) {
        await follow(session, await say(session, messageOf(index)));
      }
      return session;
    },
    async restart() {
      await hitl.close();
      await stores.close();
      chats = false;
      stores = open();
      hitl = serve();
    },
    async cycle(session) {
      const before = ran;
      const run = await say(session, 'Build it.');
      const id = await follow(session, run);
      if (id === undefined) throw new Error('no one was asked');
      const answered = await hitl.engine.respond(ADA, id, {
        request_id: id,
        type: 'confirm',
        action: 'approve',
        confirmed: true,
        remember: { scope: 'once' },
        responded_at: new Date().toISOString(),
      });
      if (!answered.ok) throw new Error(answered.problem.detail);
      const waits = await follow(session, run, answered.value.after);
      if (waits !== undefined || ran !== before + 1) throw new Error('the tool did not run once');
    },
    async close() {
      await hitl.close();
      await stores.close();
    },
  };
}

function opener({ kind, url }: Place) {
  return () => {
    if (kind === 'sqlite') {
      const database = openSqlite({ path: url });
      return {
        sessions: createSqliteStore({ database }),
        permissions: createSqlitePermissionStore({ database }),
        close: () => Promise.resolve(database.close()),
      };
    }
    const pool = new Pool({ connectionString: url });
    return {
      sessions: createPostgresStore({ pool }),
      permissions: createPostgresPermissionStore({ pool }),
      close: () => pool.end(),
    };
  };
}
