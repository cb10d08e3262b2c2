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
  const tokens = lowlight.highlight(language, code).children.flatMap((node) => tokensOf(node));
  return language === 'sh' ? commandTokens(tokens, code) : tokens;
}

/** An option of a command, short enough for the narrowest card. */
const OPTION = /(?<=^|\s)(-\S{1,23})(?=\s|$)/;

/** Ends a word of a command. */
const BOUNDARY = /[\s;|&()<>`"']/;

/**
 * The tokens of a command. A part of a word, such as `test` in `--test`, is not a program; an option is a token
 * of its own, since lines would break after its hyphens.
 */
function commandTokens(tokens: readonly CodeToken[], command: string): readonly CodeToken[] {
  const words: CodeToken[] = [];
  let end = 0;
  for (const { text, className } of tokens) {
    const around = [command[end - 1], command[end + text.length]];
    end += text.length;
    const isPart = around.some((character) => character !== undefined && !BOUNDARY.test(character));
    const before = words.at(-1);
    const own = className === 'hljs-built_in' && isPart ? undefined : className;
    if (own === undefined && before !== undefined && before.className === undefined) {
      words[words.length - 1] = { text: before.text + text };
    } else words.push({ text, className: own });
  }
  return words.flatMap(({ text, className }) =>
    className === undefined
      ? text
          .split(OPTION)
          .filter((piece) => piece !== '')
          .map((piece) => ({ text: piece, className: OPTION.test(piece) ? 'option' : undefined }))
      : [{ text, className }],
  );
}
