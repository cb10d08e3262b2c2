import type { Tool } from '../agents/tool.ts';

/** What a host may set on any tool, whatever the tool's own default. */
export interface ToolSettings {
  readonly description?: string;
  readonly requires_consent?: boolean | ((args: Readonly<Record<string, unknown>>) => boolean);
  readonly default_permission_policy?: 'allow' | 'deny' | null;
  /** `false`: leave is always for one call. Default `true`. */
  readonly rememberable?: boolean;
  readonly risk_level?: NonNullable<Tool['risk_level']>;
  /** The tool's own time; waiting for a person does not count. */
  readonly timeout_ms?: number;
}

const SETTINGS = [
  'description',
  'requires_consent',
  'default_permission_policy',
  'rememberable',
  'risk_level',
  'timeout_ms',
] as const satisfies readonly (keyof ToolSettings)[];

/** The settings among `options`, so that a tool takes them over its own defaults in one spread. */
export function settingsOf(options: ToolSettings): ToolSettings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}
