/** The four ways to ask, as values: `InteractionType.CONFIRM`, or `InteractionType.confirm`. */
export const InteractionType = {
  input: 'input',
  select: 'select',
  confirm: 'confirm',
  combined: 'combined',
  INPUT: 'input',
  SELECT: 'select',
  CONFIRM: 'confirm',
  COMBINED: 'combined',
} as const;
/** The four ways to ask. */
export type InteractionType = (typeof InteractionType)[keyof typeof InteractionType];
