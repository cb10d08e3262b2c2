import { selectRequest, selectResponse } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { ToolCall } from './index.ts';
import { answered, ran, recordIn } from './records.fixture.ts';
import { withTheme } from '../theme/theme.fixture.ts';

withTheme();

test('an answer is shown in full on a phone', () => {
  const label = 'Multiply the price and the quantity of each line, then add them up';
  const question = selectRequest({
    message_id: 'msg_1',
    title: 'How should the total be computed?',
    options: [{ value: 'lines', label }],
  });
  const answer = selectResponse({ selected_values: ['lines'] });
  const { container } = renderCard(
    <div style={{ inlineSize: 320 }}>
      <ToolCall.Row record={recordIn([...answered(answer, {}, question), ...ran()])} />
    </div>,
  );
  const title = container.querySelector('[data-hitl-part="tool-call-title"]');
  const shown = container.querySelector('[data-hitl-part="tool-call-answer"]');
  expect(shown?.textContent).toContain(label);
  expect(title?.scrollWidth).toBeLessThanOrEqual(title?.clientWidth ?? 0);
  expect(shown?.scrollWidth).toBeLessThanOrEqual(shown?.clientWidth ?? 0);
});
