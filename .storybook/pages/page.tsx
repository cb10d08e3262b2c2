import './page.css';
import { createLowlight } from 'lowlight';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import { createElement, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { addons } from 'storybook/preview-api';

const lowlight = createLowlight({ bash, css, json, tsx: typescript });

/** A Storybook page that does not document a component. */
export function Page({
  title,
  lead,
  wide,
  contents = [],
  children,
}: {
  title: string;
  lead: ReactNode;
  wide?: boolean;
  /** The ids and texts of its headings, for a long page. */
  contents?: readonly (readonly [id: string, heading: string, ...unknown[]])[];
  children: ReactNode;
}): ReactElement {
  return (
    <main className="page sb-unstyled" data-wide={wide || undefined}>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {contents.length > 0 && (
        <nav className="contents" aria-label="On this page">
          {contents.map(([id, heading]) => (
            <a key={id} href={`#${id}`}>
              {heading}
            </a>
          ))}
        </nav>
      )}
      {children}
    </main>
  );
}

/** A link to another Storybook page, which updates the sidebar and reloads nothing. */
export function PageLink({
  to,
  docs = false,
  children,
}: {
  /** The id of the story, or of the docs page. */
  to: string;
  docs?: boolean;
  children: ReactNode;
}): ReactElement {
  const viewMode = docs ? 'docs' : 'story';
  function follow(event: MouseEvent): void {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || window.parent === window) return;
    event.preventDefault();
    addons.getChannel().emit('selectStory', { storyId: to, viewMode });
  }
  return (
    <a href={`./?path=/${viewMode}/${to}`} target="_top" onClick={follow}>
      {children}
    </a>
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

/** Code of a file, with syntax colors. */
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
      {/* Scrollable content must be reachable by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={file ?? 'Code'}>
        <code>{lowlight.highlight(language, children.trimEnd()).children.map(shown)}</code>
      </pre>
    </figure>
  );
}

/** A table with column headings. */
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
