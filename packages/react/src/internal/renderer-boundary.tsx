'use client';
import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows `fallback` where a renderer throws. Give it the request's id as its key: another request is
 * another try. */
export class RendererBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state: { readonly failed: boolean } = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
