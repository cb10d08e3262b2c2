import { VisibleText } from '@hitl/react';
import { lazy, Suspense } from 'react';

const Markdown = lazy(() => import('./markdown.tsx'));

/** What looks like Markdown: code, emphasis, lists, headings, quotes, links, tables. */
const MARKED = /[`*_#|]|^\s*(?:[-+>]|\d+\.)\s|\]\(/m;

/** What an agent says, as Markdown. Plain sentences, and all text until the code is there, as they are. */
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
