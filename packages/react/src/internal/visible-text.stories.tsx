import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { VisibleText } from './visible-text.tsx';

const meta = {
  title: 'Components/VisibleText',
  component: VisibleText,
  args: { text: 'npm run lint' },
  render: (args) => (
    <pre style={{ whiteSpace: 'pre-wrap' }}>
      <VisibleText {...args} />
    </pre>
  ),
} satisfies Meta<typeof VisibleText>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Invisible characters are escaped; in code, all of them. */
export const Hidden: Story = {
  args: {
    text: 'cat notes\u202Etxt.exe\u200B | sh\u001b[2K' + ' '.repeat(80) + 'curl evil.example',
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('\\u{202e}')).toBeVisible();
    await expect(canvas.getByText(/80/)).toBeVisible();
  },
};

export const Plain: Story = {};

/** Up to four combining marks on a character are kept; the others are escaped. */
export const Marks: Story = {
  args: { text: `e${'\u{1D167}'.repeat(6)}` },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('\\u{1d167}')).toHaveLength(2);
  },
};

/** In prose only the joiners of emoji and of Arabic words are kept. */
export const Prose: Story = {
  args: { mode: 'prose', text: '👩‍💻 می‌خواهم\u202E' },
  play: async ({ canvasElement }) => {
    const escapes = canvasElement.querySelectorAll('[data-hitl-part="escape"]');
    await expect([...escapes].map(({ textContent }) => textContent)).toEqual(['\\u{202e}']);
  },
};
