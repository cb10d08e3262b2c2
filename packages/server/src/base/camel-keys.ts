/** A key of YAML or of a query as TypeScript spells it: `max_steps` is `maxSteps`. */
type CamelCase<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

/** The same members under camelCase names; their values stay as they are. */
export type CamelKeys<Component> = {
  [Key in keyof Component as CamelCase<Key>]: Component[Key];
};

/**
 * The options that keys of YAML, or query parameters, stand for. Those are snake_case and options are
 * camelCase: this is where one becomes the other. Values are not looked into, as they may have keys of
 * the user's own.
 */
export function camelKeys<Component extends object>(component: Component): CamelKeys<Component> {
  const entries = Object.entries(component).map(([key, value]) => [
    key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries) as CamelKeys<Component>;
}
