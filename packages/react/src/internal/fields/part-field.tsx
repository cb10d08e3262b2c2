import { fieldWords as fields } from '@hitl/client/view';
import type { InteractionPart } from '@hitl/protocol';
import { useId, type ReactElement } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Explanation, isExplained } from '../explanation.tsx';
import { VisibleText } from '../visible-text.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { FieldProps } from './field-props.ts';
import { TextField } from './text-field.tsx';
import { YesNoField } from './yes-no-field.tsx';

/** The control of a part, without its label. */
export function Control(props: FieldProps<InteractionPart>): ReactElement {
  const { part, ...rest } = props;
  switch (part.type) {
    case 'input':
      return <TextField part={part} {...rest} />;
    case 'select':
      return <ChoiceField part={part} {...rest} />;
    case 'confirm':
      return <YesNoField part={part} {...rest} />;
    case 'combined':
      return <Parts parts={part.interactions} place={rest.place} />;
  }
}

/** The parts of a combined request, each with its label, at any depth. */
export function Parts({
  parts,
  place,
}: {
  parts: readonly InteractionPart[];
  place: string;
}): ReactElement {
  return (
    <div data-hitl-part="parts">
      {parts.map((part, index) => (
        <LabelledPart key={part.id} part={part} place={`${place}responses.${index}.`} />
      ))}
    </div>
  );
}

function LabelledPart({ part, place }: { part: InteractionPart; place: string }): ReactElement {
  const messages = useMessages(fields);
  const id = useId();
  const describedBy = isExplained(part) ? `${id}-description` : undefined;
  const control = <Control part={part} place={place} labelledBy={id} describedBy={describedBy} />;
  return (
    <div
      data-hitl-part="part"
      data-type={part.type}
      {...(part.type === 'combined' && { role: 'group', 'aria-labelledby': id })}
    >
      <div data-hitl-part="part-label" id={id}>
        <VisibleText text={part.title} mode="prose" />
        {!part.required && (
          <>
            {' '}
            <span data-hitl-part="part-optional">{messages.optional}</span>
          </>
        )}
      </div>
      {isExplained(part) && (
        <div data-hitl-part="part-description" id={describedBy}>
          <Explanation of={part} />
        </div>
      )}
      {control}
    </div>
  );
}
