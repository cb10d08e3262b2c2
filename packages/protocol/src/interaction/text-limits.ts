/** Maximum size of a text that people read. */
export interface TextLimit {
  /** In UTF-16 code units. */
  readonly characters: number;
  readonly lines: number;
}

/** Limits of what an external loop says in `POST /interactions`, by member; longer texts are refused. */
export const TEXT_LIMITS: Readonly<Record<'name' | 'title' | 'description' | 'reason', TextLimit>> =
  {
    /** Of `tool_name`, `user_id` and `agent_id`. */
    name: { characters: 256, lines: 1 },
    /** Also of the label of an option, and of a button. */
    title: { characters: 2000, lines: 50 },
    description: { characters: 10_000, lines: 200 },
    reason: { characters: 2000, lines: 50 },
  };

/** Why a text is too long, as the end of a sentence that begins with its name; `undefined`: it is not. */
export function tooLong(text: string, { characters, lines }: TextLimit): string | undefined {
  if (text.length > characters) {
    return `has ${text.length} characters; expected at most ${characters}`;
  }
  const count = text.split('\n').length;
  return count > lines ? `has ${count} lines; expected at most ${lines}` : undefined;
}

/** The text, or as much of its beginning as fits, with `…` at its end. */
export function shortened(text: string, limit: TextLimit): string {
  if (tooLong(text, limit) === undefined) return text;
  const lines = text.slice(0, limit.characters - 1).split('\n', limit.lines);
  // Half a character is refused.
  return `${lines.join('\n').replace(/[\uD800-\uDBFF]$/, '')}…`;
}
