/** A call with the tool and argument names that rules match. */
export interface MappedCall {
  readonly toolName: string;
  readonly toolArgs: Readonly<Record<string, unknown>>;
}
