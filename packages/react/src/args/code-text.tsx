import { codeTokens } from '@hitl/client/view';
import { createContext, use, useMemo, type Context, type ReactElement } from 'react';
import { useSettings } from '../internal/settings.ts';
import { SafeText } from './safe-text.tsx';

/** The path of the file that the arguments are about. */
export const FileContext: Context<string | undefined> = createContext<string | undefined>(
  undefined,
);

/** Props of `CodeText`. `path`: default the file of the arguments; empty: no colors. */
export interface CodeTextProps {
  text: string;
  path?: string | undefined;
}

/** Code, with the colors of the host's highlighter. */
export function CodeText({ text, path }: CodeTextProps): ReactElement {
  const { highlight } = useSettings();
  const file = use(FileContext);
  const from = path ?? file;
  const tokens = useMemo(() => codeTokens(highlight, text, from), [highlight, text, from]);
  if (tokens === null) return <SafeText text={text} />;
  const pieces = tokens.map(({ text: piece, className }, index) => (
    <span key={index} className={className}>
      {piece}
    </span>
  ));
  return <bdi>{pieces}</bdi>;
}
