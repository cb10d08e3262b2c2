'use client';
import type { PermissionRule } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { RuleContext } from './grants-context.ts';

/** One rule. `data-effect`: `allow`, `deny`, `ask`. */
export function Item({ rule, ...props }: PartProps<'li'> & { rule: PermissionRule }): ReactElement {
  return (
    <RuleContext value={rule}>
      {renderPart('li', 'grant', { 'data-effect': rule.effect, ...props })}
    </RuleContext>
  );
}
