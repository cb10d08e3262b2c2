import compact from '@hitl/react/theme/compact.css?inline';
import highContrast from '@hitl/react/theme/high-contrast.css?inline';
import { authorizationRequest } from '@hitl/protocol/testing';
import { Confirm } from '@hitl/react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type CSSProperties, type ReactElement } from 'react';
import { expect, userEvent } from 'storybook/test';
import { Code, Page, Table } from './page.tsx';
import { sourceOf } from './sources.ts';

const THEMES = [
  { name: 'Default', file: 'theme.css', look: 'default', css: '' },
  {
    name: 'High contrast',
    file: 'theme/high-contrast.css',
    look: 'high-contrast',
    css: highContrast,
  },
  { name: 'Compact', file: 'theme/compact.css', look: 'compact', css: compact },
] as const;

/** A theme scoped to one element; in an app it applies to the whole page. */
const within = (css: string, look: string): string =>
  css
    .replaceAll(':root', `[data-look='${look}']`)
    .replaceAll('[data-theme]', `[data-look='${look}'] [data-theme]`);

/** Every variable with its description, from the guide. */
const TOKENS = [...sourceOf('react.md').matchAll(/^\| `(--hitl-[a-z-]+)`\s+\| (.*?)\s*\|$/gm)].map(
  ([, name = '', text = '']) => [name, text] as const,
);

const isColour = (name: string): boolean =>
  /surface|field|subtle|hover|border|text|accent|danger|warning|success/.test(name);

function request(id: string) {
  return authorizationRequest({ id, risk_level: 'medium', tool_args: { command: 'npm run lint' } });
}

function Swatch({ name }: { name: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'inline-block',
        inlineSize: 40,
        blockSize: 20,
        borderRadius: 4,
        border: '1px solid var(--hitl-border)',
        background: `var(${name})`,
      }}
    />
  );
}

/** The value of a variable in this story's theme. A toolbar change remounts the story. */
function Value({ name }: { name: string }): ReactElement {
  const [value, setValue] = useState('');
  return (
    <code
      ref={(element) => {
        if (element !== null) setValue(getComputedStyle(element).getPropertyValue(name));
      }}
    >
      {value}
    </code>
  );
}

const ACCENTS = [
  ['Blue', undefined, undefined],
  ['Teal', '#0f766e', '#115e59'],
  ['Plum', '#86198f', '#701a75'],
] as const;

function Theming(): ReactElement {
  const [accent, setAccent] = useState(0);
  const [round, setRound] = useState(false);
  const [, colour, hover] = ACCENTS[accent] ?? ACCENTS[0];
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...(colour !== undefined && {
      '--hitl-accent': colour,
      '--hitl-accent-hover': hover,
      '--hitl-on-accent': '#ffffff',
    }),
    ...(round && { '--hitl-radius': '20px', '--hitl-radius-inner': '12px' }),
  };
  return (
    <Page
      wide
      title="Theming"
      lead="One style sheet in its own cascade layer, built on variables. Your unlayered rules always win. Without the style sheet all parts are unstyled."
    >
      <h2>Three themes</h2>
      <p>
        The default theme follows light and dark mode. Import the other two after it, separately or
        together. Use the toolbar to see every story in each theme.
      </p>
      <div className="split">
        {THEMES.map(({ name, file, look, css }) => (
          <section key={look} aria-label={name} data-look={look}>
            <style>{within(css, look)}</style>
            <h3>{name}</h3>
            <Confirm.Card request={request(`theme_${look}`)} onRespond={() => {}} />
            <Code file="app.tsx">
              {look === 'default'
                ? `import '@hitl/react/${file}';`
                : `import '@hitl/react/theme.css';\nimport '@hitl/react/${file}';`}
            </Code>
          </section>
        ))}
      </div>
      <h2>Your brand in four lines</h2>
      <div className="stage-bar">
        <span>
          {ACCENTS.map(([name], index) => (
            <button
              key={name}
              type="button"
              className="page-button"
              aria-pressed={accent === index}
              onClick={() => setAccent(index)}
            >
              {name}
            </button>
          ))}
        </span>
        <button
          type="button"
          className="page-button"
          aria-pressed={round}
          onClick={() => setRound(!round)}
        >
          Rounder
        </button>
      </div>
      <div className="split">
        <div data-theme="light" style={style}>
          <Confirm.Card request={request('theme_yours')} onRespond={() => {}} />
        </div>
        <Code language="css" file="brand.css">
          {`:root {\n${
            Object.entries(style)
              .map(([name, value]) => `  ${name}: ${value};`)
              .join('\n') || '  /* The default. */'
          }\n}`}
        </Code>
      </div>
      <h2>Every variable</h2>
      <Table
        label="Variables"
        heads={['Variable', 'What it is', 'Now']}
        rows={TOKENS.map(([name, text]) => [
          <code key="name">{name}</code>,
          text,
          isColour(name) ? <Swatch key="value" name={name} /> : <Value key="value" name={name} />,
        ])}
      />
      <h2>Light, dark, density</h2>
      <p>
        An ancestor’s <code>data-theme</code>, <code>.dark</code>,{' '}
        <code>data-mantine-color-scheme</code> or <code>data-bs-theme</code> counts first, then what
        the page’s <code>color-scheme</code> computes to, then what the person prefers.{' '}
        <code>data-density=&quot;compact&quot;</code> on an element makes what is in it closer.
      </p>
    </Page>
  );
}

const meta = {
  title: 'Theming',
  tags: ['!autodocs'],
  component: Theming,
} satisfies Meta<typeof Theming>;
export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Theming' };

/** Each theme applies where it is set: the compact card is the lowest, the high-contrast one has black borders. */
export const Compared: StoryObj<typeof meta> = {
  tags: ['!dev', '!autodocs'],
  async play({ canvas, canvasElement }) {
    const cards = THEMES.map(({ look }) =>
      canvasElement.querySelector(`[data-look='${look}'] [data-hitl-part='confirm-root']`),
    );
    const [plain = null, high = null, small = null] = cards;
    if (plain === null || high === null || small === null) throw new Error('a theme has no card');
    await expect(small.clientHeight).toBeLessThan(plain.clientHeight);
    await expect(getComputedStyle(high).borderTopColor).toBe('rgb(0, 0, 0)');
    await expect(getComputedStyle(plain).borderTopColor).not.toBe('rgb(0, 0, 0)');
    await userEvent.click(canvas.getByRole('button', { name: 'Teal' }));
    await expect(canvas.getByRole('group', { name: 'brand.css' })).toHaveTextContent('#0f766e');
  },
};
