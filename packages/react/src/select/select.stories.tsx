import { recoveryRequest, selectRequest, testTime } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import type { OnRespond } from '../internal/card/submission.ts';
import { Select } from './index.ts';

const respond: OnRespond = fn();

const meta = {
  title: 'Components/Select',
  component: Select.Card,
  args: { request: selectRequest(), onRespond: respond },
} satisfies Meta<typeof Select.Card>;
export default meta;

type Story = StoryObj<typeof meta>;

export const Pending: Story = {};

export const Settled: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /Staging/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(args.onRespond).toHaveBeenCalledWith({
      request_id: 'int_1',
      type: 'select',
      selected_values: ['staging'],
    });
  },
};

const toppings = selectRequest({
  title: 'Which checks should run?',
  multiple: true,
  min_selected: 1,
  max_selected: 2,
  allow_other: true,
  options: [
    { value: 'lint', label: 'Lint', description: 'Style and likely mistakes' },
    { value: 'types', label: 'Types' },
    { value: 'unit', label: 'Unit tests', description: 'About a minute' },
  ],
  default_values: ['lint'],
});

/** Several may be chosen, one of them as free text. */
export const MultipleSent: Story = {
  tags: ['!dev', '!autodocs'],
  args: { request: toppings },
  play: async ({ args, canvas }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'the smoke test');
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(args.onRespond).toHaveBeenCalledWith({
      request_id: 'int_1',
      type: 'select',
      selected_values: ['lint'],
      other: 'the smoke test',
    });
  },
};

export const Multiple: Story = { args: { request: toppings } };

export const TooMany: Story = {
  args: { request: toppings },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: /Types/ }));
    await userEvent.click(canvas.getByRole('checkbox', { name: /Unit/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(canvas.getByText('Choose at most 2.')).toBeVisible();
  },
};

/** A call with an unknown outcome: a person decides what to do. */
export const Recovery: Story = { args: { request: recoveryRequest() } };

export const Submitting: Story = {
  args: { onRespond: () => new Promise<void>(() => {}) },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /Production/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(canvas.getByRole('radio', { name: /Staging/ })).toBeDisabled();
  },
};

export const Failed: Story = {
  args: { onRespond: () => Promise.reject(new Error('the gateway is down')) },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /Production/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(await canvas.findByRole('alert')).toBeVisible();
    await expect(canvas.getByRole('radio', { name: /Production/ })).toBeChecked();
  },
};

export const Expired: Story = { args: { request: selectRequest({ expires_at: testTime(1) }) } };

export const LongText: Story = {
  args: {
    request: selectRequest({
      options: Array.from({ length: 9 }, (_, index) => ({
        value: String(index),
        label: `Option ${index + 1} with a label that goes on for a good while, ${'and on, '.repeat(index)}until it ends`,
        description: 'A description that is not short either. '.repeat(3),
      })),
    }),
  },
};

export const Dark: Story = { args: { request: toppings }, globals: { theme: 'dark' } };

export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: {
    request: selectRequest({
      title: 'أي بيئة؟',
      options: [
        { value: 'staging', label: 'تجريبية', description: 'نحن فقط نراها' },
        { value: 'production', label: 'إنتاج' },
      ],
    }),
  },
};

export const Narrow: Story = { args: { request: toppings }, globals: { width: '358px' } };
