import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Progress } from './progress.tsx';

const call = { run_id: 'run_1', tool_call_id: 'call_1' };

describe('Progress', () => {
  test('is a bar with its values if the total is known', () => {
    render(<Progress label="copy" progress={{ ...call, progress: 3, total: 12 }} />);
    const bar = screen.getByRole('progressbar', { name: 'Progress: copy' });
    expect(bar.getAttribute('aria-valuenow')).toBe('3');
    expect(bar.getAttribute('aria-valuemin')).toBe('0');
    expect(bar.getAttribute('aria-valuemax')).toBe('12');
    expect(bar.getAttribute('aria-valuetext')).toBe('3 of 12');
    expect(bar.querySelector<HTMLElement>('[data-hitl-part=progress-fill]')?.style.inlineSize).toBe(
      '25%',
    );
  });

  test.each([
    { progress: 3 },
    { progress: 0, total: 0 },
    { total: 12 },
    { text: 'Copying' },
    { text: 'one\ntwo\n' },
  ])('has no value if the total is unknown: %j', (said) => {
    render(<Progress progress={{ ...call, ...said }} />);
    const bar = screen.getByRole('progressbar', { name: 'Progress' });
    expect(bar.hasAttribute('aria-valuenow')).toBe(false);
    expect(bar.hasAttribute('aria-valuemax')).toBe(false);
  });

  test('is full if a tool counts beyond its total', () => {
    render(<Progress progress={{ ...call, progress: 13, total: 12 }} />);
    const bar = screen.getByRole('progressbar');
    expect(bar.getAttribute('aria-valuenow')).toBe('12');
    expect(bar.getAttribute('aria-valuetext')).toBe('13 of 12');
  });

  test('shows a tool’s text with invisible characters escaped', () => {
    const { container, rerender } = render(
      <Progress progress={{ ...call, text: '<b>now</b> \u202Egnp' }} />,
    );
    expect(container.textContent).toBe(String.raw`<b>now</b> \u{202e}gnp`);
    rerender(<Progress progress={{ ...call, text: '<b>now</b>\n\u001B[2J\n' }} />);
    const output = screen.getByRole('region', { name: 'Output so far' });
    expect(output.textContent).toBe('<b>now</b>\n\\u{1b}[2J');
    expect(output.tabIndex).toBe(0);
    expect(container.querySelector('b')).toBeNull();
  });

  test('is not announced to screen readers', () => {
    const { container } = render(<Progress progress={{ ...call, text: 'one\ntwo' }} />);
    expect(
      container.querySelector('[aria-live], [role=status], [role=log], [role=alert]'),
    ).toBeNull();
  });
});
