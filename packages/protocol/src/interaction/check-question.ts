import type { InteractionPart, Issue } from '../generated/types.ts';

/**
 * Issues that make a question unanswerable, one for each contradiction; empty if it can be
 * answered. Such a question would wait forever.
 */
export function checkQuestion(part: InteractionPart): readonly Issue[] {
  return issuesIn(part, '');
}

function issuesIn(part: InteractionPart, path: string): Issue[] {
  switch (part.type) {
    case 'input':
      return isBelow(part.max_length, part.min_length)
        ? [{ path: `${path}max_length`, message: 'must not be less than min_length' }]
        : [];
    case 'select':
      return checkSelect(part, path);
    case 'confirm':
      return [];
    case 'combined':
      return [
        ...checkUnique(
          part.interactions.map(({ id }) => id),
          `${path}interactions`,
          'id',
        ),
        ...part.interactions.flatMap((child, index) =>
          issuesIn(child, `${path}interactions.${index}.`),
        ),
      ];
  }
}

function checkSelect(part: Extract<InteractionPart, { type: 'select' }>, path: string): Issue[] {
  const values = part.options.map(({ value }) => value);
  const issues = checkUnique(values, `${path}options`, 'value');
  const possible = Math.min(
    values.length + (part.allow_other ? 1 : 0),
    part.multiple ? (part.max_selected ?? Infinity) : 1,
  );
  const least = Math.max(part.min_selected ?? 0, part.required ? 1 : 0);
  if (part.required && possible < least) {
    issues.push({ path: `${path}options`, message: `cannot give the ${least} that are needed` });
  }
  for (const [index, value] of (part.default_values ?? []).entries()) {
    if (!values.includes(value)) {
      issues.push({ path: `${path}default_values.${index}`, message: `"${value}" is no option` });
    }
  }
  return issues;
}

function checkUnique(values: readonly string[], path: string, name: string): Issue[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [{ path: `${path}.${index}.${name}`, message: `"${value}" is there already` }];
  });
}

function isBelow(most: number | undefined, least: number | undefined): boolean {
  return most !== undefined && least !== undefined && most < least;
}
