import type { InteractionRequest } from '@hitl/protocol';
import type { SubmissionSnapshot } from '../submissions/submission.ts';
import {
  describeProblem,
  explanationOf,
  folderOf,
  isOpen,
  issuesOf,
  lateOutcomeOf,
  outcomeOf,
  previewOf,
  rawText,
  reasonOf,
  remembered,
  titleNamesPath,
  titleOf,
  visibleString,
  type CardOutcome,
  type CardStatus,
  type ConfirmChoice,
  type Format,
} from '../view/index.ts';
import { cardPart } from './card-parts.ts';
import type { CardPart, CardView } from './card-view.ts';
import { ruleText } from './decision-fields.ts';
import type { ChatWords } from './words.ts';

/** Everything the texts of a card are derived from. */
export interface CardSource {
  readonly request: InteractionRequest;
  /** Whether the whole request could be read. */
  readonly readable: boolean;
  /** The request as received. */
  readonly raw: unknown;
  readonly state: CardStatus;
  readonly sent: SubmissionSnapshot;
  /** Set for tool calls. */
  readonly choice: ConfirmChoice | undefined;
  readonly words: ChatWords;
  readonly format: Format;
}

/** Recent changes that a card reports. */
interface News {
  /** A press came too soon after the card appeared and was ignored. */
  readonly ignored: boolean;
  readonly changed: boolean;
  /** Allowing was pressed once and must be pressed again to confirm. */
  readonly isAsked: boolean;
  /** What is wrong with the edited arguments as a whole. */
  readonly unplaced: string;
}

type Texts = Pick<
  CardView,
  | 'attributes'
  | 'title'
  | 'subtitle'
  | 'from'
  | 'reasons'
  | 'risk'
  | 'preview'
  | 'outcome'
  | 'status'
  | 'wrong'
>;

/** All texts of a card. */
export function cardTexts(source: CardSource & News): Texts {
  const { request, readable, raw, state, sent, choice, words } = source;
  const preview =
    choice === undefined || request.type !== 'confirm'
      ? { subtitle: undefined, parts: [] }
      : previewOf(request, words);
  const shown = titleNamesPath(request, words)
    ? preview.parts.filter(({ name }) => name !== 'path')
    : preview.parts;
  const outcome = outcomeOf(request, state, sent, sent.settlement);
  const explained = explanationOf(request).join('\n') || undefined;
  const description = choice === undefined ? explained : preview.subtitle;
  const level = request.risk_level;
  const title = visibleString(readable ? titleOf(request, words) : words.unknownRequest);
  return {
    attributes: {
      id: request.id,
      role: 'group',
      tabindex: '-1',
      'aria-label': title,
      'aria-busy': state === 'submitting' ? 'true' : undefined,
      'data-state': state,
      'data-risk': level,
      'data-clipped': choice?.clipped === true ? '' : undefined,
    },
    title,
    subtitle: readable
      ? description === undefined
        ? undefined
        : visibleString(description)
      : words.unknownRequestHint,
    from: whoAsks(request, words),
    reasons: reasonsOf(request, words),
    risk: level === undefined ? undefined : { level, text: words.risk[level] },
    preview: !readable ? [rawPart(raw)] : isEdited(source) ? [] : shown.map(cardPart),
    outcome,
    status: statusOf(source, outcome),
    wrong: ['failed', 'unknown'].includes(state) || source.ignored || source.unplaced !== '',
  };
}

/** Whether the form of the arguments is shown instead of their preview. */
function isEdited({ choice, state }: CardSource): boolean {
  return choice?.draft.editing === true && isOpen(state);
}

function rawPart(raw: unknown): CardPart {
  const text = visibleString(rawText(raw), 'code');
  return cardPart({ kind: 'json', name: '', text, note: undefined });
}

function whoAsks(request: InteractionRequest, words: ChatWords): string {
  const { agent_path: agents, purpose, tool_name, batch } = request;
  const names = agents.length === 0 ? [words.anAgent] : agents.map((name) => visibleString(name));
  const tool = purpose === 'question' ? [] : [visibleString(tool_name, 'code')];
  const place =
    batch !== undefined && batch.size > 1
      ? ` · ${words.placeInBatch(batch.index + 1, batch.size)}`
      : '';
  const folder = folderOf(request);
  const where = folder === undefined ? '' : ` ${visibleString(words.inFolder(folder))}`;
  return [...names, ...tool].join(' › ') + where + place;
}

/** The reasons for asking. Text from an external loop is unverified and follows the loop's name. */
function reasonsOf(request: InteractionRequest, words: ChatWords): string[] {
  const reason = reasonOf(request);
  const { external } = request;
  const own = reason === undefined ? [] : [`${words.why} ${reason}`];
  if (external === undefined) return own.map((text) => visibleString(text));
  const { caller, title, description, reason: why, risk_level: risk, metadata } = external;
  const said = [
    words.externalSays(caller),
    ...[title, description, why].filter((text) => text !== undefined),
    ...(risk === undefined ? [] : [words.externalRisk(risk)]),
    ...(metadata === undefined ? [] : [JSON.stringify(metadata)]),
  ];
  return [...own, ...said].map((text) => visibleString(text));
}

function statusOf(source: CardSource & News, outcome: CardOutcome | undefined): string {
  const { state, sent, choice, words, ignored, changed, isAsked, unplaced } = source;
  if (outcome !== undefined) return receiptOf(source, outcome);
  if (ignored) return words.pressIgnored;
  if (state === 'submitting') return words.sending;
  if (state === 'unknown') return words.answerUnknown;
  if (state === 'failed') {
    // Questions show their issues next to the fields.
    const issues = choice === undefined ? [] : issuesOf(sent.error);
    const details = issues.map(({ path, message }) => visibleString(`${path}: ${message}`));
    return [describeProblem(sent.error, words), ...details].join(' ');
  }
  if (isAsked && choice !== undefined) {
    const { term, chosen } = choice.approvalScope;
    return `${words.consequence(words.scopes[term])} ${ruleText(chosen).replaceAll('\n', ', ')}`;
  }
  if (unplaced !== '') return unplaced;
  if (changed) return words.argsChanged;
  return choice?.edited === true && choice.approvalScope.terms.length > 0 ? words.editedOnce : '';
}

/** The outcome, who decided and when; also says if an answer given here came too late. */
function receiptOf({ request, sent, words, format }: CardSource, outcome: CardOutcome): string {
  const { resolvedBy, resolvedAt, response } = sent.settlement ?? {};
  const by = resolvedBy === undefined ? [] : [words.by(visibleString(resolvedBy))];
  const rule = remembered(response?.remember, words, format.time);
  const facts = [
    [words.outcomes[outcome], ...by].join(' '),
    ...(resolvedAt === undefined ? [] : [format.time(resolvedAt)]),
    ...(rule === undefined ? [] : [visibleString(rule)]),
  ];
  const tried = lateOutcomeOf(request, sent);
  const late =
    tried === undefined
      ? ''
      : `${words.tooLate(tried, [words.outcomes[outcome], ...by].join(' '))} `;
  return late + facts.join(' · ');
}
