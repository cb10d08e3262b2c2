import type { ToolArgs } from '@hitl/protocol';
import type { ComponentType } from 'react';

/** Props of a custom preview. */
export interface ToolPreviewProps {
  toolName: string;
  /** Without possible secrets, which are listed below, masked. Untrusted: render as text. */
  args: ToolArgs;
  /** The arguments are long and clipped by the stylesheet until the person expands them. */
  clipped: boolean;
}

/** A custom preview of a tool's arguments. */
export interface ToolPreview {
  /** If it throws, the arguments are listed instead. */
  component: ComponentType<ToolPreviewProps>;
  /**
   * Names of the arguments that it shows in full. All others are listed below it, so that nothing
   * is allowed unseen. Default: none.
   */
  shows?: readonly string[] | undefined;
}

/** Previews by the name of the tool. */
export type Previews = Readonly<Record<string, ToolPreview>>;
