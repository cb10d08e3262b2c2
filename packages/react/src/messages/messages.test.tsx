import {
  authorizationRequest,
  combinedRequest,
  inputRequest,
  permissionRule,
  selectRequest,
  settlement,
  testTime,
} from '@hitl/protocol/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { ArgsEditor } from '../args/index.ts';
import { ArgsPreview, Batch, Grants, Inbox, Interaction, RunControls, ToolCall } from '../index.ts';
import { renderCard } from '../internal/testing.fixture.tsx';
import { answered, asked, ran, recordIn, refused } from '../tool-call/records.fixture.ts';
import { en } from './en/index.ts';
import { pseudo } from './pseudo.ts';
import { zhCN } from './zh-CN.ts';

/** Requests whose own texts are all digits, so that every letter in the page is from the kit. */
const silent = { title: '1', description: '2', agent_path: ['3'], reason: '4', tool_name: '5' };
const authorization = authorizationRequest({
  ...silent,
  tool_args: { 6: '7' },
  metadata: { suggested_patterns: ['8', '9'] },
});

const call = { ...authorization, message_id: 'msg_1' };
const unwanted = [
  ...asked(call),
  ...settlement(call, undefined, { outcome: 'expired' }),
  refused('1'),
];

const screens: Record<string, () => ReactElement> = {
  authorization: () => <Interaction.Auto request={authorization} onRespond={() => {}} />,
  previews: () => (
    <ArgsPreview
      args={{ 1: [{ 2: 3 }, { 2: 4 }], 5: { 6: { 7: '8' } }, 9: '0' }}
      schema={{ properties: { 9: { format: 'password' } } }}
    />
  ),
  edits: () => (
    <ArgsEditor
      value={{ 1: 5, 2: '3', 4: null, 5: [6], 7: '8', 9: 1.5 }}
      proposed={{ 1: 6, 2: '2', 4: null, 5: [6], 7: '9', 9: 1 }}
      schema={{
        properties: {
          1: { maximum: 2 },
          4: { type: ['integer', 'null'] },
          7: { writeOnly: true },
          8: { type: 'string' },
          9: { type: 'integer' },
        },
        additionalProperties: true,
      }}
      onValueChange={() => {}}
    />
  ),
  failed: () => (
    <Interaction.Auto request={authorization} onRespond={() => Promise.reject(new Error('0'))} />
  ),
  expired: () => (
    <Interaction.Auto
      request={{ ...authorization, expires_at: testTime(1) }}
      onRespond={() => {}}
    />
  ),
  input: () => (
    <Interaction.Auto
      request={inputRequest({ ...silent, placeholder: '9', max_length: 5 })}
      onRespond={() => {}}
    />
  ),
  select: () => (
    <Interaction.Auto
      request={selectRequest({
        ...silent,
        multiple: true,
        allow_other: true,
        options: [{ value: '1', label: '1' }],
      })}
      onRespond={() => {}}
    />
  ),
  combined: () => (
    <Interaction.Auto
      request={combinedRequest({
        ...silent,
        interactions: [{ id: '1', type: 'confirm', title: '1', required: false }],
      })}
      onRespond={() => {}}
    />
  ),
  batch: () => (
    <Batch.Panel
      requests={[0, 1, 2].map((index) => ({
        ...authorization,
        id: String(index),
        risk_level: index === 2 ? ('high' as const) : ('low' as const),
        batch: { index, size: 3 },
      }))}
      onRespond={() => {}}
    />
  ),
  grants: () => (
    <Grants.Root rules={[permissionRule({ pattern: '1' })]} onRevoke={() => {}}>
      <Grants.Status />
      <Grants.List />
    </Grants.Root>
  ),
  inbox: () => (
    <Inbox.Root interactions={[authorization]} connection={{ status: 'offline' }}>
      <Inbox.Status />
      <Inbox.Count />
      <Inbox.List />
    </Inbox.Root>
  ),
  calls: () => (
    <ul>
      {[
        [
          ...answered(undefined, { resolvedBy: '9' }, call),
          ...ran({ duration: 0 }, call.tool_args),
        ],
        asked(call),
        unwanted,
      ].map((drafts, index) => (
        <ToolCall.Row key={index} record={recordIn(drafts)} />
      ))}
    </ul>
  ),
  end: () => <RunControls.End run={{ status: 'failed', error: '1' }} />,
  more: () => <Interaction.Auto request={{ ...authorization, id: '2' }} onRespond={() => {}} />,
  controls: () => <RunControls.Bar run={{ id: '1', status: 'running' }} onControl={() => {}} />,
};

/** Everything that a person or a screen reader can read. */
function texts(root: HTMLElement): string[] {
  const labels = [...root.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap(
    (element) =>
      ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
  );
  return [root.textContent, ...labels];
}

/** The page's text without the pseudo catalogue, whose texts are in brackets. */
function textsOfOurOwn(root: HTMLElement): string {
  // Output of `Intl` has no Latin letters here.
  return texts(root)
    .map((text) => text.replaceAll(/\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]/g, ''))
    .join(' ');
}

test.each(Object.entries(screens))('has no hard-coded text in %s', async (name, show) => {
  const { container } = renderCard(show(), { messages: pseudo, locale: 'ja' });
  if (name === 'failed') {
    await userEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);
    await screen.findByRole('alert');
  }
  if (name === 'more') {
    await userEvent.click(screen.getByRole('button', { name: pseudo.more }));
    expect(container).toHaveTextContent(pseudo.abortRun);
  }
  expect(textsOfOurOwn(container)).not.toMatch(/[A-Za-z]{2}/);
});

test.each(['answerInstead', 'addNote', 'chooseDenial'] as const)(
  'has no hard-coded text behind %s',
  async (entry) => {
    const { container } = renderCard(
      <Interaction.Auto request={authorization} onRespond={() => {}} />,
      { messages: pseudo, locale: 'ja' },
    );
    if (entry !== 'addNote') {
      await userEvent.click(screen.getByRole('button', { name: pseudo.more }));
      await userEvent.click(screen.getByRole('button', { name: pseudo[entry] }));
    } else await userEvent.click(screen.getByRole('button', { name: pseudo.addNote }));
    if (entry === 'chooseDenial') {
      expect(screen.getByRole('combobox')).toHaveDisplayValue(pseudo.scopes.always);
    }
    expect(textsOfOurOwn(container)).not.toMatch(/[A-Za-z]{2}/);
  },
);

test('has no hard-coded text in the common reason of a batch', async () => {
  const batch = { index: 0, size: 2 };
  const { container } = renderCard(
    <Batch.Panel
      requests={['a', 'b'].map((id) => ({ ...authorization, id, batch }))}
      onRespond={() => {}}
    />,
    { messages: pseudo, locale: 'ja' },
  );
  await userEvent.click(screen.getByRole('button', { name: pseudo.addNoteToAll }));
  expect(container).toHaveTextContent(pseudo.noteToAllHint);
  expect(textsOfOurOwn(container)).not.toMatch(/[A-Za-z]{2}/);
});

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => [key, ...keysOf(each)])
    : [];
}

test.each([
  ['pseudo', pseudo],
  ['zh-CN', zhCN],
])('%s has every string of the English catalogue', (_, catalogue) => {
  expect(keysOf(catalogue)).toEqual(expect.arrayContaining(keysOf(en)));
});

test('replaces single strings and keeps the others', () => {
  renderCard(<Interaction.Auto request={authorizationRequest()} onRespond={() => {}} />, {
    messages: { edit: 'Change' },
  });
  expect(screen.getByRole('button', { name: 'Change' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Deny' })).toBeVisible();
});

test('speaks Chinese', () => {
  renderCard(<Interaction.Auto request={authorizationRequest()} onRespond={() => {}} />, {
    messages: zhCN,
    locale: 'zh-CN',
  });
  expect(screen.getByRole('button', { name: '允许这一次' })).toBeVisible();
  expect(screen.getByText('剩余 5分钟')).toBeVisible();
});
