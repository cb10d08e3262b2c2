import { VisibleText } from '@hitl/react';
import { lazy, Suspense } from 'react';

const Markdown = lazy(() => import('./markdown.tsx'));

/** Looks like Markdown: code, emphasis, lists, headings, quotes, links, tables. */
const MARKED = /[`*_#|]|^\s*(?:[-+>]|\d+\.)\s|\]\(/m;

/**
 * An agent's text as Markdown. Plain sentences, and all text until the Markdown code is loaded, are
 * shown as they are.
 */
export function Prose({ text }: { text: string }) {
  const plain = (
    <p className="text">
      <VisibleText text={text} />
    </p>
  );
  return MARKED.test(text) ? (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  ) : (
    plain
  );
}
