/** A key of YAML or of a query in camelCase: `max_steps` is `maxSteps`. */
type CamelCase<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

/** The same members with camelCase names; values are unchanged. */
export type CamelKeys<Component> = {
  [Key in keyof Component as CamelCase<Key>]: Component[Key];
};

/**
 * Converts the snake_case keys of YAML or of a query to camelCase options. Nested values are not
 * converted, as they may have keys of the user's own.
 */
export function camelKeys<Component extends object>(component: Component): CamelKeys<Component> {
  const entries = Object.entries(component).map(([key, value]) => [
    key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries) as CamelKeys<Component>;
}
