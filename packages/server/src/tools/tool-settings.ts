import type { Tool } from '../agents/tool.ts';

const SETTINGS = [
  'description',
  'requiresConsent',
  'defaultPermissionPolicy',
  'rememberable',
  'riskLevel',
  'timeoutMs',
] as const satisfies readonly (keyof Tool)[];

/** Settings that a host can change for any tool. */
export interface ToolSettings extends Pick<Tool, (typeof SETTINGS)[number]> {}

/** The settings among `options`, for a spread over a tool's own defaults. */
export function settingsOf(options: ToolSettings): ToolSettings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}
