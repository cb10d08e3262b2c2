'use client';
import type { PermissionRule } from '@hitl/protocol';
import { use, useLayoutEffect, useRef, type ReactElement } from 'react';
import { useMergedRef } from '../internal/merged-ref.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { RuleContext, SelectedContext } from './grants-context.ts';

/**
 * One rule. `data-effect`: `allow`, `deny`, `ask`. The one selected in `Root` has `aria-current`,
 * is scrolled into view and gets the focus.
 */
export function Item({
  rule,
  ref: theirs,
  ...props
}: PartProps<'li'> & { rule: PermissionRule }): ReactElement {
  const selected = use(SelectedContext) === rule.pattern;
  const item = useRef<HTMLLIElement>(null);
  const ref = useMergedRef(item, theirs);
  useLayoutEffect(() => {
    if (selected) item.current?.focus();
  }, [selected]);
  return (
    <RuleContext value={rule}>
      {renderPart('li', 'grant', {
        'data-effect': rule.effect,
        ...(selected && { 'aria-current': true, tabIndex: -1 }),
        ...props,
        ref,
      })}
    </RuleContext>
  );
}
