import { changedLines } from '@hitl/client/view';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DiffLines } from './diff-lines.tsx';

test('thousands of lines are all shown with their signs, in few elements', () => {
  const lines = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name} ${index}`);
  const [before, after] = [lines('old'), lines('new')];
  const { container } = render(
    <DiffLines lines={changedLines(before.join('\n'), after.join('\n'))} />,
  );
  expect(container.textContent).toBe(
    [...before.map((line) => `− ${line}`), ...after.map((line) => `+ ${line}`)].join('\n'),
  );
  expect(container.querySelectorAll('*').length).toBeLessThan(10);
});
