import {
  combinedPart,
  combinedRequest,
  confirmPart,
  inputPart,
  selectPart,
  testTime,
} from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import type { OnRespond } from '../internal/card/submission.ts';
import { Combined } from './index.ts';

const respond: OnRespond = fn();

const meta = {
  title: 'Components/Combined',
  component: Combined.Card,
  args: {
    request: combinedRequest({
      description: 'Three things I cannot know.',
      interactions: [
        inputPart(),
        selectPart(),
        confirmPart(),
        combinedPart({
          id: 'part_who',
          title: 'Who to tell',
          required: false,
          interactions: [
            inputPart({ id: 'mail', title: 'Mail', input_type: 'email', required: false }),
            inputPart({ id: 'note', title: 'Note', multiline: true, required: false }),
          ],
        }),
      ],
    }),
    onRespond: respond,
  },
} satisfies Meta<typeof Combined.Card>;
export default meta;

type Story = StoryObj<typeof meta>;

export const Pending: Story = {};

/** Several questions, one answer. */
export const Settled: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: /release called/ }), 'apollo');
    await userEvent.click(canvas.getByRole('radio', { name: /Production/ }));
    await userEvent.click(canvas.getByRole('radio', { name: 'Yes' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(args.onRespond).toHaveBeenCalledWith({
      request_id: 'int_1',
      type: 'combined',
      responses: [
        { request_id: 'part_input', type: 'input', text: 'apollo' },
        { request_id: 'part_select', type: 'select', selected_values: ['production'] },
        { request_id: 'part_confirm', type: 'confirm', confirmed: true },
        {
          request_id: 'part_who',
          type: 'combined',
          responses: [
            { request_id: 'mail', type: 'input', text: '' },
            { request_id: 'note', type: 'input', text: '' },
          ],
        },
      ],
    });
  },
};

/** Each incomplete part shows what is missing; the first one is focused. */
export const Incomplete: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(canvas.getAllByText('Required.')).toHaveLength(2);
    await expect(canvas.getByText('Choose one.')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: /release called/ })).toHaveFocus();
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
};

export const Failed: Story = {
  args: { onRespond: () => Promise.reject(new Error('the gateway is down')) },
  play: async (context) => {
    await userEvent.type(context.canvas.getByRole('textbox', { name: /release called/ }), 'apollo');
    await userEvent.click(context.canvas.getByRole('radio', { name: /Production/ }));
    await userEvent.click(context.canvas.getByRole('radio', { name: 'Yes' }));
    await userEvent.click(context.canvas.getByRole('button', { name: 'Send' }));
    await expect(await context.canvas.findByRole('alert')).toBeVisible();
    await expect(context.canvas.getByRole('radio', { name: 'Yes' })).toBeChecked();
  },
};

export const Expired: Story = { args: { request: combinedRequest({ expires_at: testTime(1) }) } };

export const Dark: Story = { globals: { theme: 'dark' } };

export const RightToLeft: Story = { globals: { direction: 'rtl' } };

export const Narrow: Story = { globals: { width: '358px' } };
