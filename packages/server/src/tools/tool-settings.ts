import type { Tool } from '../agents/tool.ts';

/** What a host may set on any tool, whatever the tool's own default. */
export interface ToolSettings {
  readonly description?: string;
  readonly requiresConsent?: boolean | ((args: Readonly<Record<string, unknown>>) => boolean);
  readonly defaultPermissionPolicy?: 'allow' | 'deny' | null;
  /** `false`: each approval is for one call. Default `true`. */
  readonly rememberable?: boolean;
  readonly riskLevel?: NonNullable<Tool['riskLevel']>;
  /** The tool's own time; waiting for a person does not count. */
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

/** The settings among `options`, so that a tool takes them over its own defaults in one spread. */
export function settingsOf(options: ToolSettings): ToolSettings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}
