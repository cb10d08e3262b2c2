import type { InteractionRequest } from '@hitl/protocol';
import type { ComponentType } from 'react';
import type { CardProps } from '../internal/card/card-props.ts';

/** Shows the requests that it is made for, in place of our card. */
export interface Renderer {
  /** Whether it shows this request. The first renderer that says so is taken. */
  matches(request: InteractionRequest): boolean;
  /** Gets what a card of ours gets. If it throws, the plain card takes its place. */
  component: ComponentType<CardProps>;
}

/** Renderers in the order in which they are asked. */
export type Renderers = readonly Renderer[];
