import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import type { CodeToken } from '@hitl/react';
import { createLowlight } from 'lowlight';

const lowlight = createLowlight({ bash, javascript, json, markdown });

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

function tokensOf(node: Node, outer?: string): readonly CodeToken[] {
  if (node.type === 'text') return [{ text: node.value, className: outer }];
  if (node.type !== 'element') return [];
  const { className } = node.properties;
  const own = Array.isArray(className) ? className.join(' ') : outer;
  return node.children.flatMap((child) => tokensOf(child, own));
}

/** The tokens of code in a language or of a file with this ending; `undefined` if it is unknown. */
export function highlight(code: string, path: string): readonly CodeToken[] | undefined {
  const language = path.split('.').at(-1) ?? '';
  if (!lowlight.registered(language)) return undefined;
  return lowlight.highlight(language, code).children.flatMap((node) => tokensOf(node));
}
