import type { InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  combinedRequest,
  inputRequest,
  selectRequest,
} from '@hitl/protocol/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { Interaction } from './index.ts';

test.each([
  ['input', inputRequest(), 'textbox'],
  ['select', selectRequest(), 'radiogroup'],
  ['confirm', authorizationRequest(), 'button'],
  ['combined', combinedRequest(), 'textbox'],
] as const)('shows the card for %s', (type, request, role) => {
  renderCard(<Interaction.Auto request={request} onRespond={() => {}} />);
  expect(screen.getAllByRole('group')[0]).toHaveAttribute('data-hitl-part', `${type}-root`);
  expect(screen.getAllByRole(role).length).toBeGreaterThan(0);
});

test('takes the first matching renderer, its own before the provider’s', () => {
  const own = (name: string) => ({
    matches: ({ tool_name }: InteractionRequest) => tool_name === 'bash',
    component: () => <p>{name}</p>,
  });
  const { rerender } = renderCard(
    <Interaction.Auto request={authorizationRequest()} renderers={[own('mine')]} />,
    { renderers: [own('provided')] },
  );
  expect(screen.getByText('mine')).toBeVisible();
  rerender(<Interaction.Auto request={authorizationRequest()} />);
  expect(screen.getByText('provided')).toBeVisible();
  rerender(<Interaction.Auto request={inputRequest()} onRespond={() => {}} />);
  expect(screen.getByRole('textbox')).toBeVisible();
});

const throwing = (where: 'matches' | 'component') => [
  {
    matches: () => {
      if (where === 'matches') throw new Error('broken');
      return true;
    },
    component: () => {
      throw new Error('broken');
    },
  },
];

test.each(['matches', 'component'] as const)(
  'shows raw data that can only be denied if %s throws',
  async (where) => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
    const respond = vi.fn();
    renderCard(
      <Interaction.Auto
        request={authorizationRequest()}
        onRespond={respond}
        renderers={throwing(where)}
      />,
    );
    expect(screen.getByRole('region', { name: 'Data of the request' })).toHaveTextContent(
      'npm run lint',
    );
    expect(screen.queryByRole('button', { name: 'Allow once' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
    expect(respond.mock.lastCall?.[0]).toMatchObject({ request_id: 'int_1', action: 'deny' });
    silenced.mockRestore();
  },
);

test('shows no secret in the raw data, wherever it is repeated', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { container } = renderCard(
    <Interaction.Auto
      request={authorizationRequest({
        tool_args: { user: 'ada', password: 'hunter"2' },
        tool_schema: { properties: { password: { format: 'password' } } },
      })}
      onRespond={() => {}}
      renderers={throwing('component')}
    />,
  );
  expect(screen.getByRole('region', { name: 'Data of the request' })).toHaveTextContent('"ada"');
  expect(container.innerHTML).not.toContain('hunter');
  silenced.mockRestore();
});

test('tries a renderer again for another request', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  const renderers = [
    {
      matches: () => true,
      component: ({ request }: { request: InteractionRequest }) => {
        if (request.id === 'bad') throw new Error('broken');
        return <p>fine</p>;
      },
    },
  ];
  const { rerender } = renderCard(
    <Interaction.Auto
      request={authorizationRequest({ id: 'bad' })}
      onRespond={() => {}}
      renderers={renderers}
    />,
  );
  expect(screen.queryByText('fine')).toBeNull();
  rerender(
    <Interaction.Auto
      request={authorizationRequest({ id: 'good' })}
      onRespond={() => {}}
      renderers={renderers}
    />,
  );
  expect(screen.getByText('fine')).toBeVisible();
  silenced.mockRestore();
});

/** A request of a foreign server. */
const foreign = (payload: object): InteractionRequest => payload as InteractionRequest;

const sound: object[] = [
  inputRequest(),
  selectRequest(),
  combinedRequest(),
  authorizationRequest(),
];

/** A valid request with one member replaced by any value. */
const brokenRequest = fc
  .tuple(
    fc.constantFrom(...sound),
    fc.constantFrom('type', 'title', 'id', 'tool_name', 'tool_args', 'metadata', 'purpose'),
    fc.constantFrom('options', 'interactions', 'allowed_actions', 'agent_path', 'reason'),
    fc.anything({ maxDepth: 1 }),
    fc.boolean(),
  )
  .map(([request, common, own, value, first]) =>
    foreign({ ...request, [first ? common : own]: value }),
  );

test('is never blank and never allows an unreadable request, whatever its data', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  fc.assert(
    fc.property(brokenRequest, (payload) => {
      const { container, unmount } = renderCard(
        <Interaction.Auto request={payload} onRespond={() => {}} />,
      );
      expect(container.textContent).not.toBe('');
      if (container.querySelector('[data-fallback]') !== null) {
        expect(container.querySelector('[data-confirmed="true"]')).toBeNull();
      }
      unmount();
    }),
    { numRuns: 200 },
  );
  silenced.mockRestore();
});
