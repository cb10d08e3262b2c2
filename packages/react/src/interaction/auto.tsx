'use client';
import { isShowable } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { memo, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { Combined } from '../combined/index.ts';
import { Confirm } from '../confirm/index.ts';
import { Input } from '../input/index.ts';
import { Select } from '../select/index.ts';
import type { RootProps } from '../internal/card/card-props.ts';
import { useSettings } from '../internal/settings.ts';
import { RendererBoundary } from '../internal/renderer-boundary.tsx';
import { warnIncomplete } from '../internal/warn-incomplete.ts';
import { Fallback } from './fallback.tsx';
import type { Renderers } from './renderers.ts';

/** Props of a card, and custom renderers. */
export type AutoProps = RootProps<InteractionRequest> & {
  /** Checked before those of the provider. */
  renderers?: Renderers | undefined;
};

function AutoCard({ renderers = [], ...props }: AutoProps): ReactNode {
  const { renderers: provided } = useSettings();
  const { request } = props;
  const fallback = <Fallback {...props} />;
  warnIncomplete(request);
  if (!isShowable(request)) return fallback;
  return (
    <RendererBoundary key={request.id} fallback={fallback}>
      <Chosen {...props} request={request} renderers={[...renderers, ...provided]} />
    </RendererBoundary>
  );
}

// Memoized, because streamed text rerenders many times a second.
/**
 * The card for a request: a matching renderer, else the built-in card of its type. A request that
 * no card can show, or whose renderer throws, is shown as raw data and can only be denied.
 */
export const Auto: ComponentType<AutoProps> = memo(AutoCard);

/** A component, so that a `matches` that throws is caught by the boundary around it. */
function Chosen({
  renderers,
  request,
  ...props
}: AutoProps & { renderers: Renderers }): ReactElement {
  const own = renderers.find((renderer) => renderer.matches(request));
  if (own !== undefined) return <own.component request={request} {...props} />;
  switch (request.type) {
    case 'input':
      return <Input.Card request={request} {...props} />;
    case 'select':
      return <Select.Card request={request} {...props} />;
    case 'confirm':
      return <Confirm.Card request={request} {...props} />;
    case 'combined':
      return <Combined.Card request={request} {...props} />;
  }
}
