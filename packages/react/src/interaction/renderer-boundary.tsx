'use client';
import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Another one is another try. */
  readonly identity: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows `fallback` where a renderer throws, until it is given another request. */
export class RendererBoundary extends Component<BoundaryProps, { readonly failed: string | null }> {
  override state: { readonly failed: string | null } = { failed: null };

  static getDerivedStateFromError(): { readonly failed: string } {
    return { failed: '' };
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (previous.identity !== this.props.identity && this.state.failed !== null) {
      this.setState({ failed: null });
    }
  }

  override render(): ReactNode {
    return this.state.failed === null ? this.props.children : this.props.fallback;
  }
}
