'use client';
import type { InputRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { CardRoot } from '../internal/card/card-root.tsx';
import { InputField } from '../internal/fields/question.tsx';
import { QuestionCard, type QuestionPart } from '../internal/fields/question-card.tsx';

export * from '../internal/fields/question-parts.ts';

/** Groups the parts of a question for text; its `data-` attributes are those of every card. */
export const Root: QuestionPart<InputRequest> = CardRoot;

/**
 * The text field, labelled by the title, with one or several lines as requested. Secrets are masked
 * and not in the draft. Place it inside `Form`.
 */
export const Field: (props: object) => ReactElement = InputField;

/** A card that asks for a text: one or several lines, or a secret. Once answered it folds to one line. */
export const Card: QuestionPart<InputRequest> = QuestionCard;
