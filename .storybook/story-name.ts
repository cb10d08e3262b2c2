/**
 * The name of a story in a sentence's case. Storybook writes "Answered Elsewhere" for an export
 * `AnsweredElsewhere`; names that a story gives itself stay as they are.
 */
export function storyName(name: string, exportName: string | undefined): string {
  const words = name.split(' ');
  const isDerived = exportName?.toLowerCase() === words.join('').toLowerCase();
  return isDerived
    ? words.map((word, index) => (index === 0 ? word : word.toLowerCase())).join(' ')
    : name;
}
