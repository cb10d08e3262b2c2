import { render } from '@testing-library/react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';

/** What every part of the kit promises to whoever places it. */
export function describePart(
  name: string,
  // Parts differ in their elements; here only what they have in common is used.
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
