import {
  argsFormWords,
  callWords,
  cardWords,
  conversationWords,
  detailWords,
  fieldWords,
  previewWords,
  stateWords,
  type ArgsFormWords,
  type CallWords,
  type CardWords,
  type ConversationWords,
  type DetailWords,
  type FieldWords,
  type PreviewWords,
  type StateWords,
} from '../view/index.ts';

/** All texts of a chat and its cards. Every catalogue of `@hitl/react/messages` contains them. */
export interface ChatWords
  extends
    ArgsFormWords,
    CallWords,
    CardWords,
    ConversationWords,
    DetailWords,
    FieldWords,
    PreviewWords,
    StateWords {}

/** The English texts. */
export const chatWords: ChatWords = {
  ...argsFormWords,
  ...callWords,
  ...cardWords,
  ...conversationWords,
  ...detailWords,
  ...fieldWords,
  ...previewWords,
  ...stateWords,
};
