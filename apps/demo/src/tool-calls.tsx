import type { Message, ToolCall } from '@hitl/protocol';
import { treeOf, type CallStatus, type ControlState } from '@hitl/protocol/fold';
import { ArgsPreview, VisibleText } from '@hitl/react';

type Shown = 'proposed' | 'waiting' | 'running' | 'done' | 'failed' | 'denied';

const WORDS: Readonly<Record<Shown, string>> = {
  proposed: 'Allowed, waiting for the rest',
  waiting: 'Needs approval',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  denied: 'Denied',
};

/** The calls of one assistant message, each with what became of it. */
export function ToolCalls({
  message,
  messages,
  control,
}: {
  message: Message;
  messages: readonly Message[];
  control: ControlState;
}) {
  if (message.tool_calls === undefined) return null;
  return (
    <ul className="calls">
      {message.tool_calls.map((call) => {
        const result = messages.find(
          ({ role, run_id: run, tool_call_id: id }) =>
            role === 'tool' && run === message.run_id && id === call.id,
        );
        return (
          <li key={call.id}>
            <Call call={call} result={result} shown={shownAs(call, message, result, control)} />
          </li>
        );
      })}
    </ul>
  );
}

function shownAs(
  call: ToolCall,
  message: Message,
  result: Message | undefined,
  control: ControlState,
): Shown {
  if (result !== undefined) {
    if (result.is_success === true) return 'done';
    return /denied|declined|did not answer/.test(result.content) ? 'denied' : 'failed';
  }
  const run = treeOf(control, message.run_id)?.runs[message.run_id];
  const state = run?.batch?.calls.find(({ tool_call_id: id }) => id === call.id);
  return state === undefined ? 'proposed' : OF_STATUS[state.status];
}

const OF_STATUS: Readonly<Record<CallStatus, Shown>> = {
  proposed: 'proposed',
  waiting: 'waiting',
  ready: 'proposed',
  refused: 'denied',
  started: 'running',
  unknown: 'waiting',
  done: 'done',
};

function Call({
  call,
  result,
  shown,
}: {
  call: ToolCall;
  result: Message | undefined;
  shown: Shown;
}) {
  return (
    <details className="call" data-state={shown}>
      <summary>
        <span className="call-dot" aria-hidden="true" />
        <code className="call-name">{call.name}</code>
        <span className="call-args">
          <VisibleText text={subjectOf(call)} />
        </span>
        <span className="call-state">{WORDS[shown]}</span>
      </summary>
      <div className="call-body">
        <ArgsPreview args={call.args} />
        {result !== undefined && (
          <pre className="call-result">
            <VisibleText text={result.content} />
          </pre>
        )}
      </div>
    </details>
  );
}

/** The one argument that says what the call is about. */
function subjectOf({ args }: ToolCall): string {
  for (const name of ['command', 'path', 'prompt', 'input']) {
    const value = args[name];
    if (typeof value === 'string') return value;
  }
  return JSON.stringify(args);
}
