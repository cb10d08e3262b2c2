import {
  callWords,
  cardWords,
  conversationWords,
  detailWords,
  fieldWords,
  previewWords,
  stateWords,
  type CallWords,
  type CardWords,
  type ConversationWords,
  type DetailWords,
  type FieldWords,
  type PreviewWords,
  type StateWords,
} from '../view/index.ts';

/**
 * Every string that a chat and its cards say. A catalogue of `@hitl/react/messages` has all of them.
 */
export interface ChatWords
  extends
    CallWords,
    CardWords,
    ConversationWords,
    DetailWords,
    FieldWords,
    PreviewWords,
    StateWords {}

/** English. */
export const chatWords: ChatWords = {
  ...callWords,
  ...cardWords,
  ...conversationWords,
  ...detailWords,
  ...fieldWords,
  ...previewWords,
  ...stateWords,
};
