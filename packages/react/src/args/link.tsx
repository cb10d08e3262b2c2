import type { ComponentProps, ReactElement } from 'react';

/** A button styled as a link, between fields. */
export function Link(props: ComponentProps<'button'>): ReactElement {
  return <button type="button" data-hitl-part="link" {...props} />;
}
