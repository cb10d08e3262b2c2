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

/** The form of a question, with its unsent input. */
export interface FormState {
  readonly answers: Answers;
  /** Its issues: those found here, once sending was attempted, and those of the server. */
  readonly issues: readonly Issue[];
  readonly change: (place: string, part: InteractionPart, answer: FieldAnswer) => void;
  /** Sends the answer if it is valid; else returns the path of the first invalid field. */
  readonly submit: (event?: ArmedEvent) => string | undefined;
}

/** The input, and the receiver of the answer. */
export interface FormOptions {
  readonly answers: Answers;
  readonly change: FormState['change'];
  /** Whether sending was attempted with invalid input. */
  readonly tried: boolean;
  readonly setTried: (tried: boolean) => void;
  /** Error of the last answer. */
  readonly error: unknown;
  readonly respond: (answer: Answer, event?: ArmedEvent) => void;
}

/** The form of a question: its input, its issues, and a function that sends one answer. */
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

/** One field of a form. */
export interface Field<P extends InteractionPart = InteractionPart> {
  readonly part: P;
  /** Path of the field in the response; paths of its issues start with it. */
  readonly place: string;
  readonly answer: FieldAnswer;
  /** The issue of the answer, in the person's language. */
  readonly problem: string | undefined;
  readonly change: (answer: FieldAnswer) => void;
}

/** The field of a part at `place`. Issues of nested parts are shown at their own fields. */
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

/** One field of a question, with its nested fields. */
export interface QuestionField<P extends InteractionPart = InteractionPart> extends Field<P> {
  /** Mask it, keep it out of drafts and drop it with the component. */
  readonly secret: boolean;
  /** The parts of a combined question, in order; empty for other types. */
  readonly fields: readonly QuestionField[];
}

/** A part of a question with its nested parts. `place`: '' for the request itself. */
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

/** The place of the field to which the path of an issue belongs. */
export function placeOf(path: string): string {
  return /^(?:responses\.\d+\.)*/.exec(path)?.[0] ?? '';
}
