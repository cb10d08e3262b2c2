/**
 * State and behaviour of the cards and panels without markup, for your own design system. Nothing
 * here renders an element; `visibleString` and `visiblePieces` make hidden characters of agent text
 * visible.
 *
 * @module
 */
export { HitlProvider, useHitlClient, type HitlProviderProps } from './provider.tsx';
export { useSession, type UseSessionResult } from './hooks/use-session.ts';
export { useRun, type UseRunResult } from './hooks/use-run.ts';
export { useRunControls, type UseRunControlsResult } from './hooks/use-run-controls.ts';
export { useInbox, type UseInboxResult } from './hooks/use-inbox.ts';
export {
  usePendingAttention,
  type UsePendingAttentionResult,
  type UsePendingAttentionOptions,
} from './hooks/use-pending-attention.ts';
export {
  useNotificationPermission,
  type UseNotificationPermissionResult,
} from './hooks/use-notification-permission.ts';
export { useCard, type CardElementProps, type UseCardResult } from './hooks/use-card.ts';
export type { CardOptions } from './internal/card/card-props.ts';
export { useConfirm, type UseConfirmResult } from './hooks/use-confirm.ts';
export { useArgsForm } from './hooks/use-args-form.ts';
export type { AbsentArg, ArgField, ArgsForm, ArgsFormOptions } from '@hitl/client/view';
export { useQuestion, type UseQuestionResult } from './hooks/use-question.ts';
export {
  useInteractionDetails,
  type UseInteractionDetailsResult,
} from './hooks/use-interaction-details.ts';
export { useBatch, type LeftOut, type UseBatchResult } from './hooks/use-batch.ts';
export { usePermissions, type UsePermissionsResult } from './hooks/use-permissions.ts';
export { useGrants, type GrantsSource, type UseGrantsResult } from './hooks/use-grants.ts';
export { useSubmission, type UseSubmissionResult } from './hooks/use-submission.ts';
export { useCountdown } from './hooks/use-countdown.ts';
export type { Countdown } from '@hitl/client/view';
export { useTimeLeft, type TimeLeft } from './hooks/use-time-left.ts';
export { isComposing } from './internal/is-composing.ts';
export type { OnRespond } from './internal/card/submission.ts';
export type { Answer, ConfirmDraft, FieldAnswer, QuestionField } from '@hitl/client/view';
export { visiblePieces, visibleString, type TextPiece } from '@hitl/client/view';
export type { CardOutcome, CardStatus, RuleScope, RuleSet, RuleTerm } from '@hitl/client/view';
/** The protocol's types that the hooks above use. */
export type {
  ConfirmRequest,
  CreateRunInput,
  InteractionRequest,
  InteractionResponse,
  InteractionView,
  PermissionRule,
  Run,
  ToolArgs,
} from '@hitl/protocol';
