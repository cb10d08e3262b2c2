import type { Tool } from '../agents/tool.ts';

/** Settings that a host can change for any tool. */
export interface ToolSettings {
  readonly description?: string;
  readonly requiresConsent?: boolean | ((args: Readonly<Record<string, unknown>>) => boolean);
  readonly defaultPermissionPolicy?: 'allow' | 'deny' | null;
  /** `false`: each approval is for one call. Default `true`. */
  readonly rememberable?: boolean;
  readonly riskLevel?: NonNullable<Tool['riskLevel']>;
  /** Time limit of the tool in milliseconds; waiting for a person does not count. */
  readonly timeoutMs?: number;
}

const SETTINGS = [
  'description',
  'requiresConsent',
  'defaultPermissionPolicy',
  'rememberable',
  'riskLevel',
  'timeoutMs',
] as const satisfies readonly (keyof ToolSettings)[];

/** The settings among `options`, for a spread over a tool's own defaults. */
export function settingsOf(options: ToolSettings): ToolSettings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}
