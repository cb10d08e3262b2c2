export { HitlProvider, useHitlClient, type HitlProviderProps } from './provider.tsx';
export { Input } from './input/index.ts';
export { Select } from './select/index.ts';
export { Confirm } from './confirm/index.ts';
export { Combined } from './combined/index.ts';
export { Interaction } from './interaction/index.ts';
export { Batch } from './batch/index.ts';
export { ToolCall } from './tool-call/index.ts';
export { PendingRequests, type PendingRequestsProps } from './pending-requests/index.ts';
export { Outbox, type OutboxProps, type OutboxSource } from './outbox/index.ts';
export { Grants } from './grants/index.ts';
export { Inbox } from './inbox/index.ts';
export { NotifyButton } from './inbox/notify-button.tsx';
export { PendingBadge, type PendingBadgeProps } from './inbox/pending-badge.tsx';
export {
  usePendingAttention,
  type UsePendingAttentionResult,
  type UsePendingAttentionOptions,
} from './hooks/use-pending-attention.ts';
export {
  useNotificationPermission,
  type UseNotificationPermissionResult,
} from './hooks/use-notification-permission.ts';
export { Progress, type ProgressProps } from './progress/progress.tsx';
export type { CallProgress } from '@hitl/client';
export { RunControls } from './run-controls/index.ts';
export { useSession, type UseSessionResult } from './hooks/use-session.ts';
export { useRun, type UseRunResult } from './hooks/use-run.ts';
export { useInbox, type UseInboxResult } from './hooks/use-inbox.ts';
export {
  useInteractionDetails,
  type UseInteractionDetailsResult,
} from './hooks/use-interaction-details.ts';
export { usePermissions, type UsePermissionsResult } from './hooks/use-permissions.ts';
export { useSubmission, type UseSubmissionResult } from './hooks/use-submission.ts';
export { useBatch, type LeftOut, type UseBatchResult } from './hooks/use-batch.ts';
export type { Renderer, Renderers } from './interaction/renderers.ts';
export { ArgsPreview, type ArgsPreviewProps } from './args/args-preview.tsx';
export type { Previews, ToolPreview, ToolPreviewProps } from './args/previews.ts';
export { useCountdown } from './hooks/use-countdown.ts';
export type { CodeToken, Countdown, Highlight } from '@hitl/client/view';
export { createDrafts, type Drafts } from '@hitl/client';
export type { Messages } from './messages/en/index.ts';
export { VisibleText, type VisibleTextProps } from './internal/visible-text.tsx';
export type { CardProps, RootProps } from './internal/card/card-props.ts';
export type { OnRespond } from './internal/card/submission.ts';
export type { CardOutcome, CardStatus } from '@hitl/client/view';
/** The protocol's types that the props and hooks above use. */
export type {
  CombinedRequest,
  ConfirmRequest,
  CreateRunInput,
  InputRequest,
  InteractionRequest,
  InteractionResponse,
  InteractionView,
  PermissionRule,
  RiskLevel,
  Run,
  SelectRequest,
  ToolArgs,
} from '@hitl/protocol';
export { createRequest, type NewRequest } from '@hitl/client/view';
