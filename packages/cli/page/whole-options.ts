import type { CodeToken } from '@hitl/react';

/** An option of a command, short enough for the narrowest card, after a space. */
const OPTION = /(\s)(-\S{1,23})(?=\s|$)/;

/** The options of a command as tokens of their own, since lines would break after their hyphens. */
export function wholeOptions(code: string, path: string): readonly CodeToken[] | undefined {
  if (path !== '.sh') return undefined;
  return code
    .split(OPTION)
    .map((text, index) => ({ text, className: index % 3 === 2 ? 'option' : undefined }));
}
