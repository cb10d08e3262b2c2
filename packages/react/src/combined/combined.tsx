'use client';
import type { CombinedRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { CardRoot } from '../internal/card/card-root.tsx';
import { CombinedParts } from '../internal/fields/question.tsx';
import { QuestionCard, type QuestionPart } from '../internal/fields/question-card.tsx';

export * from '../internal/fields/question-parts.ts';

/** Groups the parts of a request with several parts; its `data-` attributes are those of every card. */
export const Root: QuestionPart<CombinedRequest> = CardRoot;

/**
 * The parts, each with its label and its control, to any depth. Place it inside `Form`.
 */
export const Parts: (props: object) => ReactElement = CombinedParts;

/**
 * A card with several questions that are answered together: texts, choices, yes or no, nested to any
 * depth. Once answered it folds to one line.
 */
export const Card: QuestionPart<CombinedRequest> = QuestionCard;
