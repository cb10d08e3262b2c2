import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { Code, Page } from './page.tsx';
import { sourceOf } from './sources.ts';

function GettingStarted(): ReactElement {
  return (
    <Page
      title="Getting started"
      lead="A card in three lines, a chat in thirty. Every code block is a file that our tests run."
    >
      <h2>1. Install</h2>
      <Code language="bash" file="in your application">
        {'npm install @hitl/react @hitl/client @hitl/protocol\nnpm install @hitl/server'}
      </Code>
      <h2>2. A server</h2>
      <p>
        You define agents, tools and models. The server suspends a call that needs approval and
        resumes after the answer.
      </p>
      <Code file="hitl.ts">{sourceOf('hitl.ts')}</Code>
      <Code file="server.ts">{sourceOf('node.ts')}</Code>
      <h2>3. Pending requests</h2>
      <p>The provider, the inbox and the style sheet are enough to show every request as a card.</p>
      <Code file="requests.tsx">{sourceOf('drop-in.examples.tsx')}</Code>
      <h2>4. A conversation</h2>
      <p>
        Each call is a row: a card while it waits for an answer, then one line, also after a reload
        and on other devices.
      </p>
      <Code file="chat.tsx">{sourceOf('chat.examples.tsx')}</Code>
      <h2>Without our server</h2>
      <p>
        A card takes a request and reports the answer. It needs neither our server nor a provider.
      </p>
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
