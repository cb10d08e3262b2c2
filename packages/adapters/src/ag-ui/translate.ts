import type { InteractionRequest, RunEvent, StreamEvent } from '@hitl/protocol';
import { interruptOf } from './interrupt.ts';
import type { AgUiEvent, AgUiInterrupt } from './wire.ts';

/** State in which a run of HITL stopped; the run of AG-UI ends there. */
export type Stop = 'suspended' | 'paused' | 'ended';

/** Translates the events of a run tree to events of AG-UI. */
export interface Translator {
  /** The AG-UI events for one event; none while events before the starting point are read. */
  readonly translate: (event: StreamEvent, silent: boolean) => readonly AgUiEvent[];
  /** Closes what is open, with the pending requests of the tree. */
  readonly suspend: (requests: readonly InteractionRequest[]) => readonly AgUiEvent[];
  /** Closes what is open, as a run of AG-UI has to when it ends. */
  readonly close: () => readonly AgUiEvent[];
}

interface NestedRun {
  readonly name: string;
  readonly parentRunId: string | null;
  readonly parentToolCallId: string | null;
  state: 'known' | 'shown' | 'finished';
}

/**
 * Creates a translator for one run of AG-UI. Nested runs become subagents: their events carry the id of their
 * run as `subagentRunId`.
 */
export function createTranslator(rootRunId: string): Translator {
  const nested = new Map<string, NestedRun>();
  /** How much of each message has been sent, by its id, in UTF-16 code units. */
  const written = new Map<string, number>();
  /** The open text messages, with the nested run that writes each. */
  const open = new Map<string, string | undefined>();

  return {
    translate(event, silent) {
      if (event.type === 'run_started' && event.run_id !== rootRunId) {
        const { agent_id, parent_run_id, parent_tool_call_id } = event.data;
        nested.set(event.run_id, {
          name: agent_id,
          parentRunId: parent_run_id,
          parentToolCallId: parent_tool_call_id,
          state: 'known',
        });
      }
      if (silent) return [];
      const subagentRunId = event.run_id === rootRunId ? undefined : event.run_id;
      const events = eventsFor(event, subagentRunId).map((one) =>
        timed(event, attributed(one, subagentRunId)),
      );
      if (subagentRunId === undefined) return events;
      const ended = endOf(subagentRunId, event);
      return events.length + ended.length === 0
        ? []
        : [...announce(subagentRunId), ...events, ...ended];
    },

    suspend(requests) {
      const closing = new Map<string, string[]>();
      for (const { run_id, id } of requests) {
        const ids = closing.get(run_id) ?? [];
        ids.push(id);
        closing.set(run_id, ids);
      }
      // A waiting subagent is announced even if it has no other event in this run of AG-UI.
      const announced = [...closing.keys()].filter((id) => id !== rootRunId).flatMap(announce);
      const finished = shownInnermostFirst().map((subagentRunId): AgUiEvent => {
        setState(subagentRunId, 'finished');
        const outcome = {
          type: 'suspended',
          interruptIds: closing.get(subagentRunId) ?? [],
        } as const;
        return { type: 'SUBAGENT_FINISHED', subagentRunId, outcome };
      });
      return [...announced, ...endTexts(), ...finished];
    },

    close: () => [
      ...endTexts(),
      ...shownInnermostFirst().map((subagentRunId): AgUiEvent => {
        setState(subagentRunId, 'finished');
        return { type: 'SUBAGENT_FINISHED', subagentRunId };
      }),
    ],
  };

  function eventsFor(event: StreamEvent, subagentRunId: string | undefined): AgUiEvent[] {
    switch (event.type) {
      case 'step_delta':
        return write(event.data.message_id, event.data.offset, event.data.text, subagentRunId);
      case 'step_completed':
        return stepEvents(event, subagentRunId);
      case 'tool_completed': {
        const { tool_call_id: toolCallId, content } = event.data.result;
        // As in the transcript, where it is a message of this run.
        const messageId = `${event.run_id}:${toolCallId}`;
        return [{ type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool' }];
      }
      case 'tool_progress':
      case 'error':
        return [{ type: 'CUSTOM', name: `hitl.${event.type}`, value: event.data }];
      default:
        return [];
    }
  }

  function stepEvents(
    { data: { step } }: Extract<RunEvent, { type: 'step_completed' }>,
    subagentRunId: string | undefined,
  ): AgUiEvent[] {
    if (step.role !== 'assistant') return [];
    const rest = write(step.id, 0, step.content, subagentRunId);
    const end: AgUiEvent[] = open.delete(step.id)
      ? [{ type: 'TEXT_MESSAGE_END', messageId: step.id }]
      : [];
    const calls = (step.tool_calls ?? []).flatMap(({ id: toolCallId, name, args }): AgUiEvent[] => [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: name, parentMessageId: step.id },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) },
      { type: 'TOOL_CALL_END', toolCallId },
    ]);
    return [...rest, ...end, ...calls];
  }

  /**
   * Sends a piece of a message without what was sent before; after a gap, the whole text follows at the end.
   */
  function write(
    messageId: string,
    offset: number,
    text: string,
    subagentRunId: string | undefined,
  ): AgUiEvent[] {
    const known = written.get(messageId) ?? 0;
    const delta = text.slice(Math.max(0, known - offset));
    if (offset > known || delta === '') return [];
    written.set(messageId, known + delta.length);
    const content: AgUiEvent = { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
    if (open.has(messageId)) return [content];
    open.set(messageId, subagentRunId);
    return [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }, content];
  }

  function endTexts(): AgUiEvent[] {
    const ends = [...open].map(([messageId, subagentRunId]) =>
      attributed({ type: 'TEXT_MESSAGE_END', messageId }, subagentRunId),
    );
    open.clear();
    return ends;
  }

  /** Announces a subagent and those above it before its first event. */
  function announce(runId: string): AgUiEvent[] {
    const run = nested.get(runId);
    if (run?.state !== 'known') return [];
    const { name, parentRunId, parentToolCallId } = run;
    const above = parentRunId === null ? [] : announce(parentRunId);
    run.state = 'shown';
    const isNested = parentRunId !== null && parentRunId !== rootRunId;
    return [
      ...above,
      {
        type: 'SUBAGENT_STARTED',
        subagentRunId: runId,
        name,
        ...(isNested && { parentSubagentRunId: parentRunId }),
        ...(parentToolCallId !== null && { parentToolCallId }),
      },
    ];
  }

  function endOf(subagentRunId: string, event: StreamEvent): AgUiEvent[] {
    switch (event.type) {
      case 'run_completed':
        setState(subagentRunId, 'finished');
        return [{ type: 'SUBAGENT_FINISHED', subagentRunId, result: event.data.response }];
      case 'run_failed': {
        setState(subagentRunId, 'finished');
        const { error: message, code } = event.data;
        return [
          { type: 'SUBAGENT_ERROR', subagentRunId, message, ...(code !== undefined && { code }) },
        ];
      }
      case 'run_aborted':
        setState(subagentRunId, 'finished');
        return [{ type: 'SUBAGENT_ERROR', subagentRunId, message: 'Run aborted', code: 'aborted' }];
      default:
        return [];
    }
  }

  function setState(runId: string, state: NestedRun['state']): void {
    const run = nested.get(runId);
    if (run !== undefined) run.state = state;
  }

  function shownInnermostFirst(): string[] {
    return [...nested]
      .filter(([, { state }]) => state === 'shown')
      .map(([id]) => id)
      .toReversed();
  }
}

/** The state in which an event leaves a run, if it stops there. */
export function stopAfter(event: StreamEvent, rootRunId: string): Stop | undefined {
  switch (event.type) {
    case 'execution_suspended':
      return 'suspended';
    case 'run_paused':
      return event.run_id === rootRunId ? 'paused' : undefined;
    case 'run_completed':
    case 'run_failed':
    case 'run_aborted':
      return event.run_id === rootRunId ? 'ended' : undefined;
    default:
      return undefined;
  }
}

/** The requests of a run as interrupts; those of nested runs name their subagent. */
export function interruptsOf(
  requests: readonly InteractionRequest[],
  rootRunId: string,
): AgUiInterrupt[] {
  return requests.map((request) => ({
    ...interruptOf(request),
    ...(request.run_id !== rootRunId && { subagentRunId: request.run_id }),
  }));
}

function attributed(event: AgUiEvent, subagentRunId: string | undefined): AgUiEvent {
  return subagentRunId === undefined ? event : { ...event, subagentRunId };
}

function timed(source: StreamEvent, event: AgUiEvent): AgUiEvent {
  const timestamp = Date.parse(source.timestamp);
  return Number.isSafeInteger(timestamp) ? { ...event, timestamp } : event;
}
