/**
 * Everything a frontend needs to show a request, whatever framework it uses: visible text, the
 * state of a card, the remaining time, texts of errors, the form of arguments, and drafts of the
 * rules to remember. It does not render and does not contact a server.
 *
 * @module
 */
export { codeTokens, type CodeToken, type Highlight } from './code-tokens.ts';
export { visiblePieces, visibleString, type TextPiece } from './visible-text.ts';
export { misleadingHosts } from './misleading-hosts.ts';
export {
  cardState,
  isOpen,
  lateOutcomeOf,
  outcomeOf,
  outcomeOfAction,
  type AnswerState,
  type CardOutcome,
  type CardStatus,
} from './card-state.ts';
export { createCallLog } from './call-log.ts';
export {
  toolCallView,
  type CallDecider,
  type ToolCallState,
  type ToolCallView,
} from './tool-call.ts';
export { callDecision, callVerb } from './call-decision.ts';
export { runEnd, type RunEnd } from './run-end.ts';
export { timeLeft, type Countdown } from './time-left.ts';
export { createFormat, type Format } from './format.ts';
export { describeProblem, whyNotSent } from './problems.ts';
export { argsFormWords, type ArgsFormWords } from './words.ts';
export { problemWords, type ProblemWords } from './problem-words.ts';
export {
  argsForm,
  type AbsentArg,
  type ArgField,
  type ArgsForm,
  type ArgsFormOptions,
  type ArgsFormState,
} from './args-form.ts';
export { issuesOf } from './issues.ts';
export {
  validationIssuesOf,
  type ValidationIssue,
  type ValidationRule,
} from './validation-issues.ts';
export {
  hidesSecret,
  isRecord,
  isSecret,
  membersOf,
  plainOf,
  schemaOf,
  type FieldKind,
  type Member,
  type Schema,
} from './schema.ts';
export { areLong, isBlock, isLong, namesOf, textOf } from './long.ts';
export {
  changedLines,
  foldedLines,
  numberedLines,
  type FoldedLines,
  type NumberedLine,
} from './diff-lines.ts';
export { editNote, editPlaceOf, type EditPlace } from './edit-place.ts';
export { patchLines, type DiffLine } from './patch.ts';
export { argsWhere, mayBeSecret, secretFinder } from './secret-args.ts';
export { createRequest, missingIn, type NewRequest } from './create-request.ts';
export { unclearIn, writtenArgs, type WrittenArgs } from './written-args.ts';
export {
  denialScopeOf,
  approvalScopeOf,
  rememberOf,
  ruleReachOf,
  textsIn,
  type RuleChoice,
  type RuleScope,
  type RuleSet,
  type RuleReachKind,
  type RuleReachWords,
  type RuleTerm,
} from './rule-scope.ts';
export type { ArgsAsJson } from './args-as-json.ts';
export type { TypedText } from './typed-values.ts';
export {
  createArrangement,
  eventTime,
  isArmed,
  type ArmedEvent,
  type Arrangement,
} from './arming.ts';
export { explanationOf } from './explanation.ts';
export { folderOf, reasonOf, titleNamesPath, titleOf } from './title-of.ts';
export { isShowable } from './is-showable.ts';
export {
  confirmChoice,
  type Answer,
  type ConfirmChoice,
  type ConfirmChoiceOptions,
  type TypedSecrets,
} from './confirm.ts';
export { choiceAbout, type ConfirmDraft } from './confirm-draft.ts';
export {
  fieldAt,
  formState,
  placeOf,
  questionField,
  type Field,
  type FormOptions,
  type FormState,
  type QuestionField,
} from './question.ts';
export { plainAnswer, type PlainAnswer } from './plain-answer.ts';
export { partsOfSchema, valuesOfAnswers, type FormValue } from './schema-form.ts';
export { questionOfSchema, type SchemaQuestion } from './schema-question.ts';
export {
  asksForSecret,
  asksSecretly,
  looksSecret,
  type Answers,
  type FieldAnswer,
} from './answers.ts';
export { remembered, subjectOf, summarizeAnswer } from './summarize-answer.ts';
export { cardWords, type CardWords } from './card-words.ts';
export { callWords, type CallVerbs, type CallWords } from './call-words.ts';
export { detailWords, type DetailWords } from './detail-words.ts';
export { fieldWords, type FieldWords } from './field-words.ts';
export { previewWords, type PreviewWords } from './preview-words.ts';
export { stateWords, type StateWords } from './state-words.ts';
export {
  argKind,
  argList,
  cellText,
  nameText,
  isTree,
  secretColumns,
  tableOf,
  type ArgKind,
  type ArgList,
  type ListedArg,
  type TableData,
  type TableRow,
} from './arg-list.ts';
export { hasHandle, previewOf, splitHandles, type Preview, type PreviewPart } from './preview.ts';
export { patchedRequest, rawText } from './unreadable.ts';
export { conversationWords, type ConversationWords } from './conversation-words.ts';
