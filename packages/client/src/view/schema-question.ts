import type { InteractionPart, PartResponse } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { isRecord, type Schema } from './schema.ts';
import { partsOfSchema, valuesOfAnswers, type FormValue } from './schema-form.ts';

/** A question for a value that a JSON Schema describes. */
export interface SchemaQuestion {
  readonly part: InteractionPart;
  /**
   * The answered value, with the types of the schema.
   * @throws HitlError `invalid_response` if a value does not fit its schema.
   */
  readonly valueOf: (response: PartResponse) => FormValue | Record<string, FormValue> | undefined;
}

/** Field name of a question whose answer is not an object. */
const VALUE = 'value';

/**
 * Creates a question for a value of a schema: a flat form, or one value.
 * @throws HitlError `unsupported_request` if no card can show it completely.
 */
export function questionOfSchema(
  schema: Schema,
  { id, title, description }: Pick<InteractionPart, 'id' | 'title' | 'description'>,
): SchemaQuestion {
  const isForm = schema['type'] === 'object' || isRecord(schema['properties']);
  const form = isForm
    ? schema
    : { properties: { [VALUE]: { title, ...schema } }, required: [VALUE] };
  const parts = partsOfSchema(form);
  const [only, ...others] = parts;
  if (only === undefined) {
    throw new HitlError('unsupported_request', `The form of ${id} has no fields.`);
  }
  const own = { id, title, required: true, ...(description !== undefined && { description }) };
  const alone = others.length === 0 && (!isForm || only.type === 'confirm');
  return {
    part: alone ? { ...only, ...own } : { ...own, type: 'combined', interactions: parts },
    valueOf(response) {
      const given = alone ? [{ ...response, request_id: only.id }] : (response.responses ?? []);
      const values = valuesOfAnswers(form, given);
      return isForm ? values : values[VALUE];
    },
  };
}
