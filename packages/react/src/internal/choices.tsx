import * as CheckboxPrimitive from 'radix-ui/checkbox';
import * as RadioGroup from 'radix-ui/radio-group';
import type { ComponentProps, ReactElement } from 'react';
import { Icon } from './icons.tsx';
import { useTextDirection } from './use-text-direction.ts';

/** Props of a radio group: the chosen value, `''` for none, and a handler of the next choice. */
export type RadiosProps = Omit<ComponentProps<'div'>, 'dir' | 'ref'> & {
  value: string;
  onValueChange: (value: string) => void;
  disabled: boolean;
  [data: `data-${string}`]: unknown;
};

/** A group of radio buttons. */
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
      {/* Arrow keys need the text direction, which the element inherits. Parts have no inline style. */}
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

/** Props of a button, and the value it chooses. */
export type RadioProps = ComponentProps<'button'> & { value: string };

/**
 * A radio button. Place it inside its label. Built from the parts of the library rather than its
 * `Item`, which adds a hidden input for native forms to each button and removes it during
 * hydration.
 */
export function Radio({ value, ...props }: RadioProps): ReactElement {
  return (
    <RadioGroup.unstable_ItemProvider value={value}>
      <RadioGroup.unstable_ItemTrigger data-hitl-part="radio" {...props} />
    </RadioGroup.unstable_ItemProvider>
  );
}

/** Props of a button, whether it is checked, and a handler of the next state. */
export type CheckboxProps = Omit<ComponentProps<'button'>, 'value'> & {
  value?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** A checkbox. Place it inside its label. */
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
