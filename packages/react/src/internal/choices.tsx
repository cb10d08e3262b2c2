'use client';
import * as CheckboxPrimitive from 'radix-ui/checkbox';
import * as RadioGroup from 'radix-ui/radio-group';
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
      {/* Arrow keys need the direction; the element inherits it. A part has no style of its own. */}
      <div
        aria-required={undefined}
        {...props}
        style={{ outline: undefined, ...props.style }}
        dir={undefined}
        ref={ref}
      >
        {children}
      </div>
    </RadioGroup.Root>
  );
}

/** A button’s props, and what choosing it chooses. */
export type RadioProps = ComponentProps<'button'> & { value: string };

/**
 * One of them. Place it inside the label that names it. The parts, and not `Item`: that puts a hidden
 * input beside each button for native forms, which our answers are not, and takes it away again while a
 * page is hydrated.
 */
export function Radio({ value, ...props }: RadioProps): ReactElement {
  return (
    <RadioGroup.unstable_ItemProvider value={value}>
      <RadioGroup.unstable_ItemTrigger data-hitl-part="radio" {...props} />
    </RadioGroup.unstable_ItemProvider>
  );
}

/** A button’s props, whether it is chosen, and what takes the next state. */
export type CheckboxProps = Omit<ComponentProps<'button'>, 'value'> & {
  value?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** Something that can be chosen beside others. Place it inside the label that names it. */
export function Checkbox({
  value = 'on',
  checked,
  disabled,
  onCheckedChange,
  ...props
}: CheckboxProps): ReactElement {
  return (
    <CheckboxPrimitive.unstable_Provider
      value={value}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onCheckedChange}
    >
      <CheckboxPrimitive.unstable_Trigger data-hitl-part="checkbox" {...props}>
        <CheckboxPrimitive.Indicator>
          <Icon name="check" />
        </CheckboxPrimitive.Indicator>
      </CheckboxPrimitive.unstable_Trigger>
    </CheckboxPrimitive.unstable_Provider>
  );
}
