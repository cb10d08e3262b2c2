'use client';
import { Checkbox as CheckboxPrimitive, RadioGroup } from 'radix-ui';
import type { ComponentProps, ReactElement } from 'react';
import { Icon } from './icons.tsx';
import { useTextDirection } from './use-text-direction.ts';

/** A radio group’s props: what is chosen, `''` where nothing is, and what takes the next choice. */
export type RadiosProps = Omit<ComponentProps<'div'>, 'dir' | 'ref'> & {
  value: string;
  onValueChange: (value: string) => void;
  disabled: boolean;
  [data: `data-${string}`]: unknown;
};

/** Things of which one can be chosen. */
export function Radios({
  value,
  onValueChange,
  disabled,
  children,
  ...props
}: RadiosProps): ReactElement {
  const [dir, ref] = useTextDirection();
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={onValueChange}
      disabled={disabled}
      dir={dir}
      asChild
    >
      {/* Arrow keys need the direction; the element inherits it. */}
      <div aria-required={undefined} {...props} dir={undefined} ref={ref}>
        {children}
      </div>
    </RadioGroup.Root>
  );
}

/** One of them. Place it inside the label that names it. */
export function Radio(props: ComponentProps<typeof RadioGroup.Item>): ReactElement {
  return <RadioGroup.Item data-hitl-part="radio" {...props} />;
}

/** Something that can be chosen beside others. Place it inside the label that names it. */
export function Checkbox(props: ComponentProps<typeof CheckboxPrimitive.Root>): ReactElement {
  return (
    <CheckboxPrimitive.Root data-hitl-part="checkbox" {...props}>
      <CheckboxPrimitive.Indicator>
        <Icon name="check" />
      </CheckboxPrimitive.Indicator>
    </CheckboxPrimitive.Root>
  );
}
