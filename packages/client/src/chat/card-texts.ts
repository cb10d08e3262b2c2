import type { InteractionRequest } from '@hitl/protocol';
import type { SubmissionSnapshot } from '../submissions/submission.ts';
import {
  describeProblem,
  isOpen,
  issuesOf,
  lateOutcomeOf,
  outcomeOf,
  previewOf,
  rawText,
  reasonOf,
  remembered,
  titleOf,
  visibleString,
  type CardOutcome,
  type CardStatus,
  type ConfirmChoice,
  type Format,
  type PreviewPart,
  type RuleSet,
} from '../view/index.ts';
import type { CardRemember, CardView } from './card-view.ts';
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
}

type Texts = Pick<
  CardView,
  | 'title'
  | 'subtitle'
  | 'from'
  | 'reasons'
  | 'risk'
  | 'preview'
  | 'remember'
  | 'note'
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
  const outcome = outcomeOf(request, state, sent, sent.settlement);
  const description = choice === undefined ? request.description : preview.subtitle;
  const level = request.risk_level;
  const canNote = choice !== undefined && isOpen(state);
  return {
    title: visibleString(readable ? titleOf(request, words) : words.unknownRequest),
    subtitle: readable
      ? description === undefined
        ? undefined
        : visibleString(description)
      : words.unknownRequestHint,
    from: whoAsks(request, words),
    reasons: reasonsOf(request, words),
    risk: level === undefined ? undefined : { level, text: words.risk[level] },
    preview: readable ? preview.parts : [rawPart(raw)],
    remember: choice === undefined || !isOpen(state) ? undefined : rememberOf(choice, words),
    note: canNote
      ? { label: words.note, hint: words.noteHint, value: choice.note, setValue: choice.setNote }
      : undefined,
    outcome,
    status: statusOf(source, outcome),
    wrong: state === 'failed' || state === 'unknown' || source.ignored,
  };
}

function rawPart(raw: unknown): PreviewPart {
  const text = visibleString(rawText(raw), 'code');
  return { kind: 'json', name: '', text, note: undefined };
}

function whoAsks(
  { agent_path: agents, purpose, tool_name, batch }: InteractionRequest,
  words: ChatWords,
): string {
  const names = agents.length === 0 ? [words.anAgent] : agents.map((name) => visibleString(name));
  const tool = purpose === 'question' ? [] : [visibleString(tool_name, 'code')];
  const place =
    batch !== undefined && batch.size > 1
      ? ` · ${words.placeInBatch(batch.index + 1, batch.size)}`
      : '';
  return [...names, ...tool].join(' › ') + place;
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

function rememberOf(choice: ConfirmChoice, words: ChatWords): CardRemember | undefined {
  const { edited, approvalScope } = choice;
  const { terms, term, choices, chosen, remember } = approvalScope;
  if (terms.length === 0 || edited) return undefined;
  const current = chosen.join('\n');
  return {
    label: words.scope,
    term,
    terms: terms.map((value) => ({ value, label: words.scopes[value] })),
    setTerm(value) {
      const next = terms.find((each) => each === value);
      if (next !== undefined) remember(next);
    },
    rulesLabel: words.ruleToSave,
    rules:
      term === 'once'
        ? []
        : choices.map((rules, index) => ({
            text: textOf(rules),
            reach: index === 0 ? words.exactRule : words.widerRule(undefined),
            chosen: rules.join('\n') === current,
            choose: () => remember(term, rules),
          })),
  };
}

function textOf(rules: RuleSet): string {
  return rules.map((rule) => visibleString(rule, 'code')).join('\n');
}

function statusOf(source: CardSource & News, outcome: CardOutcome | undefined): string {
  const { state, sent, choice, words, ignored, changed, isAsked } = source;
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
    return `${words.consequence(words.scopes[term])} ${textOf(chosen).replaceAll('\n', ', ')}`;
  }
  return changed ? words.argsChanged : '';
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
