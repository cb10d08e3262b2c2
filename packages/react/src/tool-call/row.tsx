'use client';
import type { CallProgress, CallRecord } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { memo, useState, type ComponentType, type ReactElement } from 'react';
import { Interaction } from '../interaction/index.ts';
import type { Renderers } from '../interaction/renderers.ts';
import { LateAnswer } from '../internal/card/too-late.tsx';
import type { OnRespond } from '../internal/card/submission.ts';
import type { PartProps } from '../internal/part.tsx';
import { Progress } from '../progress/progress.tsx';
import { AnsweredElsewhere } from './answered-elsewhere.tsx';
import type { CallLinks } from './call-context.ts';
import { Details } from './details.tsx';
import { Root } from './root.tsx';
import { Summary } from './summary.tsx';

/** Props of an item, the record of the call, and its pending request. */
export type RowProps = PartProps<'li'> &
  CallLinks & {
    /** `session.calls?.get(runId, callId)`. */
    record: CallRecord;
    /** Progress of the running call. */
    progress?: CallProgress | undefined;
    /** Its pending request: the card replaces the line. */
    request?: InteractionRequest | undefined;
    /**
     * The last request about it that was pending while the page is open, if that was shown elsewhere,
     * such as in a panel: the line says if an answer to it came too late. Default: the last `request`.
     */
    asked?: InteractionRequest | undefined;
    /** Handler of the answer. Default: the provider's client. */
    onRespond?: OnRespond | undefined;
    /** Custom cards by type, before those of the provider. */
    renderers?: Renderers | undefined;
  };

function CallRow({
  record,
  progress,
  request,
  asked = request,
  onRespond,
  renderers,
  onAuditSelect,
  onRuleSelect,
  ...props
}: RowProps): ReactElement {
  // An answer to the last request may come too late, or be given in another window.
  const [last, setLast] = useState(asked);
  if (asked !== undefined && asked !== last) setLast(asked);
  return (
    <li data-hitl-part="tool-call-row" data-waiting={request !== undefined || undefined} {...props}>
      {request === undefined ? (
        <>
          <Settled record={record} shown={last} links={{ onAuditSelect, onRuleSelect }} />
          {last && <LateAnswer request={last} onRespond={onRespond} />}
          {progress && <Progress progress={progress} label={record.call.name} />}
        </>
      ) : (
        <Interaction.Auto request={request} onRespond={onRespond} renderers={renderers} />
      )}
    </li>
  );
}

/** The line with the details below it, which are rendered only once opened. */
function Settled({
  record,
  shown,
  links,
}: {
  record: CallRecord;
  shown: InteractionRequest | undefined;
  links: CallLinks;
}): ReactElement {
  const [opened, setOpened] = useState(false);
  return (
    <Root
      record={record}
      {...links}
      onToggle={(event) => setOpened(opened || event.currentTarget.open)}
    >
      <Summary>{shown !== undefined && <AnsweredElsewhere request={shown} />}</Summary>
      {opened && <Details />}
    </Root>
  );
}

// Memoized, because streamed text rerenders many times a second.
/**
 * One call of a conversation: its card while a person is asked, else a line with its outcome that
 * can be opened.
 */
export const Row: ComponentType<RowProps> = memo(CallRow);
