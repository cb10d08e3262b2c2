import './page.css';
import { createLowlight } from 'lowlight';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import { createElement, type ReactElement, type ReactNode } from 'react';

const lowlight = createLowlight({ bash, css, json, tsx: typescript });

/** A page of Storybook that is no component. */
export function Page({
  title,
  lead,
  wide,
  children,
}: {
  title: string;
  lead: ReactNode;
  wide?: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <article className="page sb-unstyled" data-wide={wide || undefined}>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
    </article>
  );
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

function shown(node: Node, key: number): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const { className } = node.properties;
  return createElement(
    'span',
    { key, className: Array.isArray(className) ? className.join(' ') : undefined },
    node.children.map(shown),
  );
}

/** Code as it is in a file, in colours. */
export function Code({
  children,
  language = 'tsx',
  file,
}: {
  children: string;
  language?: 'bash' | 'css' | 'json' | 'tsx';
  file?: string;
}): ReactElement {
  return (
    <figure className="code">
      {file !== undefined && <figcaption>{file}</figcaption>}
      {/* What scrolls has to be reached by keys. */}
      <pre tabIndex={0} role="group" aria-label={file ?? 'Code'}>
        <code>{lowlight.highlight(language, children.trimEnd()).children.map(shown)}</code>
      </pre>
    </figure>
  );
}

/** Rows under heads. */
export function Table({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}): ReactElement {
  return (
    <div className="table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
