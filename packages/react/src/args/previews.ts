import type { ToolArgs } from '@hitl/protocol';
import type { ComponentType } from 'react';

/** What a preview of one's own gets. */
export interface ToolPreviewProps {
  toolName: string;
  /** But for those that may hold secrets, which are listed below, masked. Untrusted: render as text. */
  args: ToolArgs;
  /** They are long and cut off by the style sheet, until the person asks for the whole of them. */
  clipped: boolean;
}

/** Shows the arguments of a tool in a way of its own. */
export interface ToolPreview {
  /** If it throws, the arguments are listed in its place. */
  component: ComponentType<ToolPreviewProps>;
  /**
   * The names of the arguments that it shows in full. All others are listed below it, so that nothing
   * is allowed unseen. Default: none, everything is listed.
   */
  shows?: readonly string[] | undefined;
}

/** Previews by the name of the tool. */
export type Previews = Readonly<Record<string, ToolPreview>>;
