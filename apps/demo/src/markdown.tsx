import { VisibleText } from '@hitl/react';
import Renderer, { RuleType, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { Highlighted } from './highlighted.tsx';

const OPTIONS: MarkdownToJSX.Options = {
  // An agent's text is never markup of this page.
  disableParsingRawHTML: true,
  wrapper: 'div',
  forceBlock: true,
  renderRule(next, node, _children, { key }) {
    switch (node.type) {
      case RuleType.text:
        return <VisibleText key={key} text={node.text} />;
      case RuleType.codeBlock:
        return <Highlighted key={key} text={node.text} language={node.lang ?? ''} />;
      case RuleType.image:
        // An image would tell its server that the text was read.
        return <VisibleText key={key} text={`[${node.alt ?? 'image'}]`} />;
      default:
        return next();
    }
  },
  overrides: {
    a: { props: { target: '_blank', rel: 'noreferrer noopener' } },
    // Headings in a message must not be headings of the page.
    ...Object.fromEntries(
      ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [
        name,
        { component: 'p', props: { className: 'prose-heading', id: undefined } },
      ]),
    ),
  },
};

/** A message as Markdown: no HTML, no images, no URLs that run scripts. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className="text prose">
      <Renderer options={OPTIONS}>{text}</Renderer>
    </div>
  );
}
