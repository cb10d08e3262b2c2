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
import { Aftermath } from './aftermath.tsx';
import type { CallLinks } from './call-context.ts';
import { Details } from './details.tsx';
import { Root } from './root.tsx';
import { Summary } from './summary.tsx';

/** An item’s props, what the log says of the call, and what is asked about it. */
export type RowProps = PartProps<'li'> &
  CallLinks & {
    record: CallRecord;
    /** How far it is, while it runs. */
    progress?: CallProgress | undefined;
    /** Its pending request: the card replaces the line. */
    request?: InteractionRequest | undefined;
    /** Takes the answer; left out, it goes through the provider's client. */
    onRespond?: OnRespond | undefined;
    renderers?: Renderers | undefined;
  };

function CallRow({
  record,
  progress,
  request,
  onRespond,
  renderers,
  onAuditSelect,
  onRuleSelect,
  ...props
}: RowProps): ReactElement {
  // What was asked last: an answer to it may come too late, or be given in another window.
  const [asked, setAsked] = useState(request);
  if (request !== undefined && request !== asked) setAsked(request);
  return (
    <li data-hitl-part="tool-call-row" data-waiting={request !== undefined || undefined} {...props}>
      {request === undefined ? (
        <>
          <Settled record={record} shown={asked} links={{ onAuditSelect, onRuleSelect }} />
          {asked && <LateAnswer request={asked} onRespond={onRespond} />}
          {progress && <Progress progress={progress} label={record.call.name} />}
        </>
      ) : (
        <Interaction.Auto request={request} onRespond={onRespond} renderers={renderers} />
      )}
    </li>
  );
}

/** The line, and below it, once it is opened, the rest: what was never opened costs nothing. */
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
      <Summary>{shown !== undefined && <Aftermath request={shown} />}</Summary>
      {opened && <Details />}
    </Root>
  );
}

/**
 * One call of a conversation, ready to place: its card while a person is asked, else the line that says
 * what became of it, which opens. Memoized, because what an agent writes beside it comes in many pieces
 * a second.
 */
export const Row: ComponentType<RowProps> = memo(CallRow);
