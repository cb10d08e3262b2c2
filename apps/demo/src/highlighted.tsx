import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import { VisibleText } from '@hitl/react';
import { createLowlight } from 'lowlight';
import { createElement, type ReactNode } from 'react';

const lowlight = createLowlight({ bash, javascript, json });

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

function shown(node: Node, key: number): ReactNode {
  if (node.type === 'text') return <VisibleText key={key} text={node.value} mode="code" />;
  if (node.type !== 'element') return null;
  const { className } = node.properties;
  return createElement(
    'span',
    { key, className: Array.isArray(className) ? className.join(' ') : undefined },
    node.children.map(shown),
  );
}

/** Code with syntax highlighting, if its language is supported. */
export function Highlighted({ text, language }: { text: string; language: string }) {
  return (
    // Scrollable content must be reachable by keyboard.
    <pre tabIndex={0} role="group" aria-label={language === '' ? 'Code' : `Code: ${language}`}>
      <code>
        {lowlight.registered(language) ? (
          lowlight.highlight(language, text).children.map(shown)
        ) : (
          <VisibleText text={text} mode="code" />
        )}
      </code>
    </pre>
  );
}
