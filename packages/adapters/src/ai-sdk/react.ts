'use client';
/**
 * Pending requests of an AI SDK chat, for React.
 *
 * @module
 */
import type { InteractionResponse } from '@hitl/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  createChatReader,
  respondInChat,
  type ChatInteractionOptions,
  type ChatInteractions,
  type ChatLike,
} from './chat.ts';

export type { ChatInteractionOptions, ChatInteractions, ChatLike, ChatMessage } from './chat.ts';

/** Pending requests of a chat, and the handler of their answers. */
export interface UseChatInteractionsResult extends ChatInteractions {
  /** For `onRespond` of a card. Rejects with an `AdapterError` if the answer cannot be passed on. */
  readonly respond: (response: InteractionResponse) => Promise<void>;
}

/**
 * Pending requests of a `useChat` chat, for the cards of `@hitl/react`. Give the chat `sendAutomaticallyWhen:
 * lastAssistantMessageIsCompleteWithApprovalResponses`, so that it continues once all are answered.
 */
export function useChatInteractions(
  chat: ChatLike,
  options: ChatInteractionOptions = {},
): UseChatInteractionsResult {
  const [read] = useState(createChatReader);
  const latest = useRef({ chat, options });
  useEffect(() => {
    latest.current = { chat, options };
  });
  const respond = useCallback(
    (response: InteractionResponse) =>
      respondInChat(latest.current.chat, response, latest.current.options),
    [],
  );
  return { ...read(chat, options), respond };
}
