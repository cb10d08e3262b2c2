/**
 * The AI SDK (`ai` 6 and 7): pending calls of a chat as interaction requests, and the gate in front of its
 * tools.
 *
 * @module
 */
export {
  createChatReader,
  respondInChat,
  type ChatInteractionOptions,
  type ChatInteractions,
  type ChatLike,
  type ChatMessage,
  type ChatReader,
} from './chat.ts';
export {
  approvalByRules,
  withApprovalByRules,
  type ApprovalStatus,
  type RuleOptions,
  type RuleSource,
} from './approval-by-rules.ts';
export { aiSdkCapabilities } from './capabilities.ts';
export { gateTools } from './gate-tools.ts';
