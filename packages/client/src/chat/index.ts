/**
 * A chat and its cards as data, for any frontend: texts, actions and outcomes. Hidden characters
 * are already made visible; render every text as text.
 *
 * @module
 */
export { createChat, type Chat, type ChatOptions, type ChatView } from './chat.ts';
export type { ChatItem } from './items.ts';
export { createCard, type Card, type CardOptions } from './card.ts';
export type {
  CardAttributes,
  CardButton,
  CardField,
  CardOption,
  CardPart,
  CardView,
  FieldEvent,
  PressEvent,
} from './card-view.ts';
export { chatWords, type ChatWords } from './words.ts';
/** Types used by the exports above. */
export type {
  ArmedEvent,
  CardOutcome,
  CardStatus,
  DiffLine,
  PreviewPart,
  ToolCallState,
} from '../view/index.ts';
