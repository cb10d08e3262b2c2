import type { InteractionRequest } from '@hitl/protocol';
import type { ComponentType } from 'react';
import type { CardProps } from '../internal/card/card-props.ts';

/** A custom card for some requests. */
export interface Renderer {
  /** Whether it shows this request. The first match wins. */
  matches(request: InteractionRequest): boolean;
  /** Gets the props of a built-in card. If it throws, the fallback card replaces it. */
  component: ComponentType<CardProps>;
}

/** Renderers in order of precedence. */
export type Renderers = readonly Renderer[];
