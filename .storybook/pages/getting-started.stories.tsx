import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { Code, Page } from './page.tsx';
import { sourceOf } from './sources.ts';

function GettingStarted(): ReactElement {
  return (
    <Page
      title="Getting started"
      lead="A card in your page in three lines, a chat in thirty. Every block is a file that our tests run."
    >
      <h2>1. Install</h2>
      <Code language="bash" file="in your application">
        {'npm install @hitl/react @hitl/client @hitl/protocol\nnpm install @hitl/server'}
      </Code>
      <h2>2. A server</h2>
      <p>
        Agents, tools and models are yours; the server suspends a call that wants approval, and goes
        on when somebody has answered.
      </p>
      <Code file="hitl.ts">{sourceOf('hitl.ts')}</Code>
      <Code file="server.ts">{sourceOf('node.ts')}</Code>
      <h2>3. What waits for this person</h2>
      <p>
        The provider, the inbox and the style sheet: whatever an agent asks is a card on the page.
      </p>
      <Code file="requests.tsx">{sourceOf('drop-in.examples.tsx')}</Code>
      <h2>4. A conversation</h2>
      <p>
        Each call is a row: its card while a person is asked, then one line that stays, after a
        reload and on another device too.
      </p>
      <Code file="chat.tsx">{sourceOf('chat.examples.tsx')}</Code>
      <h2>Without our server</h2>
      <p>A card takes a request and says what was answered. Nothing else is needed.</p>
      <Code file="question.tsx">{sourceOf('alone.examples.tsx')}</Code>
    </Page>
  );
}

const meta = {
  title: 'Getting started',
  tags: ['!autodocs'],
  component: GettingStarted,
} satisfies Meta<typeof GettingStarted>;
export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Getting started' };
