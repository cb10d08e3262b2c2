import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import {
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import Database from 'better-sqlite3';

/**
 * LangGraph with one of its own savers, as a subject of the benchmark. Typed in `langgraph.d.mts`; it is
 * here, beside its packages, so that they are found.
 */
export async function createLangGraph({ kind, url }, { messageOf, command, lastWord }) {
  const { saver, close } = kind === 'sqlite' ? openSqlite(url) : await openPostgres(url);
  let ran = 0;
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }) => {
      if (messages.at(-1)?.getType() === 'tool') return { messages: [new AIMessage(lastWord)] };
      const call = { id: crypto.randomUUID(), name: 'shell', args: { command } };
      return { messages: [new AIMessage({ content: '', tool_calls: [call] })] };
    })
    .addNode('tool', ({ messages }) => {
      const [call] = messages.at(-1).tool_calls;
      if (interrupt({ tool: call.name, args: call.args }) !== 'approve') {
        throw new Error('the answer did not come');
      }
      ran += 1;
      return { messages: [new ToolMessage({ content: 'built', tool_call_id: call.id })] };
    })
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) =>
      messages.at(-1).tool_calls?.length > 0 ? 'tool' : END,
    )
    .addEdge('tool', 'model')
    .compile({ checkpointer: saver });

  return {
    async prepare(messages) {
      const thread = crypto.randomUUID();
      const history = Array.from({ length: messages }, (_, index) =>
        index % 2 === 0 ? new HumanMessage(messageOf(index)) : new AIMessage(messageOf(index)),
      );
      const config = { configurable: { thread_id: thread } };
      if (messages > 0) await graph.updateState(config, { messages: history }, 'model');
      return thread;
    },
    restart: () => Promise.resolve(),
    async cycle(thread) {
      const config = { configurable: { thread_id: thread } };
      const before = ran;
      const waiting = await graph.invoke({ messages: [new HumanMessage('Build it.')] }, config);
      if (!('__interrupt__' in waiting)) throw new Error('no one was asked');
      const done = await graph.invoke(new Command({ resume: 'approve' }), config);
      if (done.messages.at(-1)?.content !== lastWord || ran !== before + 1) {
        throw new Error('the tool did not run once');
      }
    },
    close,
  };
}

function openSqlite(path) {
  const database = new Database(path);
  database.pragma('journal_mode = wal');
  // As ours: what is acknowledged survives a loss of power. Its own setting would be faster.
  database.pragma('synchronous = full');
  return { saver: new SqliteSaver(database), close: () => Promise.resolve(database.close()) };
}

async function openPostgres(url) {
  const saver = PostgresSaver.fromConnString(url);
  await saver.setup();
  return { saver, close: () => saver.end() };
}
