'use client';
/**
 * What waits in a chat of the AI SDK, for React.
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
export type { AdapterError, AdapterErrorCode } from '../base/adapter-error.ts';

/** What waits in a chat, and who takes the answers. */
export interface UseChatInteractionsResult extends ChatInteractions {
  /** For `onRespond` of a card. Rejects with an `AdapterError` where the chat cannot be told. */
  readonly respond: (response: InteractionResponse) => Promise<void>;
}

/**
 * What waits in a chat of `useChat`, for the cards of `@hitl/react`. Give the chat
 * `sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses`, so that it goes on once
 * all is answered.
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
