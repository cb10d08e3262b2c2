import type { InteractionPart, InteractionRequest } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { checkResponse } from '@hitl/protocol/fold';
import {
  answerAt,
  asksSecretly,
  explain,
  responseOf,
  type Answers,
  type FieldAnswer,
} from './answers.ts';
import type { ArmedEvent } from './arming.ts';
import type { Answer } from './confirm.ts';
import type { FieldWords } from './field-words.ts';
import { issuesOf } from './issues.ts';

/** What a person has entered for a question and not sent yet. */
export interface FormState {
  readonly answers: Answers;
  /** What is wrong with it: ours once sending was tried, and what the server said of the last try. */
  readonly issues: readonly Issue[];
  readonly change: (place: string, part: InteractionPart, answer: FieldAnswer) => void;
  /** Sends it. What does not fit is not sent: the path of the first answer that does not is returned. */
  readonly submit: (event?: ArmedEvent) => string | undefined;
}

/** What was entered, and where it goes. */
export interface FormOptions {
  readonly answers: Answers;
  readonly change: FormState['change'];
  /** Whether sending was tried with what did not fit. */
  readonly tried: boolean;
  readonly setTried: (tried: boolean) => void;
  /** Why the last answer failed. */
  readonly error: unknown;
  readonly respond: (answer: Answer, event?: ArmedEvent) => void;
}

/** The form of a question: what was entered, what is wrong with it, and how it is sent as one answer. */
export function formState(
  request: InteractionRequest,
  { answers, change, tried, setTried, error, respond }: FormOptions,
): FormState {
  const response = responseOf(request, answers);
  const unfit = checkResponse(request, response);
  return {
    answers,
    issues: [...(tried ? unfit : []), ...issuesOf(error)],
    change,
    submit(event) {
      setTried(unfit.length > 0);
      const { request_id: _id, type: _type, ...answer } = response;
      if (unfit.length === 0) respond(answer, event);
      return unfit[0]?.path;
    },
  };
}

/** One field of a filling. */
export interface Field<P extends InteractionPart = InteractionPart> {
  readonly part: P;
  /** Its place in the response, which prefixes the paths of its issues. */
  readonly place: string;
  readonly answer: FieldAnswer;
  /** What is wrong with the answer, in the person's language. */
  readonly problem: string | undefined;
  readonly change: (answer: FieldAnswer) => void;
}

/** The field of a part at `place`; issues of nested parts are shown at those. */
export function fieldAt<P extends InteractionPart>(
  filling: FormState,
  part: P,
  place: string,
  messages: FieldWords,
): Field<P> {
  const answer = answerAt(part, filling.answers, place);
  const issue = filling.issues.find(
    ({ path }) => path.startsWith(place) && !path.slice(place.length).startsWith('responses.'),
  );
  return {
    part,
    place,
    answer,
    problem:
      issue === undefined || part.type === 'combined'
        ? undefined
        : explain(part, answer, messages, issue.message),
    change: (next) => filling.change(place, part, next),
  };
}

/** One field of a question, and those inside of it. */
export interface QuestionField<P extends InteractionPart = InteractionPart> extends Field<P> {
  /** Must be masked; it is in no draft and dies with the component. */
  readonly secret: boolean;
  /** The parts of a combined one, in order; empty for any other. */
  readonly fields: readonly QuestionField[];
}

/** A part of a question with all that is inside of it. `place`: '' for the request itself. */
export function questionField<P extends InteractionPart>(
  filling: FormState,
  part: P,
  place: string,
  messages: FieldWords,
): QuestionField<P> {
  const parts = part.type === 'combined' ? part.interactions : [];
  return {
    ...fieldAt(filling, part, place, messages),
    secret: asksSecretly(part),
    fields: parts.map((child, index) =>
      questionField(filling, child, `${place}responses.${index}.`, messages),
    ),
  };
}

/** The place of the field that a path of an issue leads into. */
export function placeOf(path: string): string {
  return /^(?:responses\.\d+\.)*/.exec(path)?.[0] ?? '';
}
