import type { ProtectedFiles } from './protected-files.ts';
import type { ToolSettings } from './tool-settings.ts';

/** Settings of tools that open files. */
export interface FileToolSettings extends ToolSettings {
  /**
   * Files that the tool never opens, even if allowed. Default: those in folders called `.hitl` or
   * `.delta`.
   */
  readonly protectedFiles?: ProtectedFiles;
}
