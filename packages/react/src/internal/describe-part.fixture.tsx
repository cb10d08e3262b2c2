import { render } from '@testing-library/react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';

/** Tests what every part of the kit supports. */
export function describePart(
  name: string,
  // Parts have different elements; only their common props are used here.
  PartComponent: ComponentType<never>,
  around: (part: ReactNode) => ReactElement,
  required: Record<string, unknown> = {},
): void {
  const Component = PartComponent as ComponentType<Record<string, unknown>>;
  describe(name, () => {
    test('passes its ref, class, style and other attributes to one element', () => {
      const ref = vi.fn();
      const { container } = render(
        around(
          <Component
            {...required}
            ref={ref}
            className="mine"
            style={{ order: 3 }}
            data-mine="yes"
            title="Mine"
          />,
        ),
      );
      const element = container.querySelector('[data-mine="yes"]');
      expect(element).toHaveAttribute('data-hitl-part');
      expect(element).toHaveClass('mine');
      expect(element).toHaveStyle({ order: '3' });
      expect(element).toHaveAttribute('title', 'Mine');
      expect(ref).toHaveBeenCalledWith(element);
    });

    test('renders the only child instead with asChild', () => {
      const { container } = render(
        around(
          <Component {...required} asChild data-mine="yes" className="ours">
            <article className="theirs">Mine</article>
          </Component>,
        ),
      );
      const element = container.querySelector('[data-mine="yes"]');
      expect(element?.tagName).toBe('ARTICLE');
      expect(element).toHaveAttribute('data-hitl-part');
      expect(element).toHaveClass('ours', 'theirs');
      expect(element).toHaveTextContent('Mine');
    });
  });
}
