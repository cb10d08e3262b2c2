'use client';
import type { SelectRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { CardRoot } from '../internal/card/card-root.tsx';
import { SelectOptions } from '../internal/fields/question.tsx';
import { QuestionCard, type QuestionPart } from '../internal/fields/question-card.tsx';

export * from '../internal/fields/question-parts.ts';

/** Groups the parts of a question for a choice; its `data-` attributes are those of every card. */
export const Root: QuestionPart<SelectRequest> = CardRoot;

/**
 * The options, labelled by the title: radio buttons, or checkboxes if several may be chosen, and a
 * free text if allowed. Place it inside `Form`.
 */
export const Options: (props: object) => ReactElement = SelectOptions;

/**
 * A card that asks for a choice: one option or several, or a free text if allowed. Once answered it
 * folds to one line.
 */
export const Card: QuestionPart<SelectRequest> = QuestionCard;
