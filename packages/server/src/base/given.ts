/** The members that are not undefined, so that a spread keeps defaults and adds no empty member. */
export function given<Members extends object>(members: Members): Given<Members> {
  // A loop, since each commit calls it dozens of times.
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value;
  return kept as Given<Members>;
}

type Given<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
} & {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
};

/** The same type, where each optional member may also be `undefined`. */
export type OrUndefined<Members> = {
  [Name in keyof Members]: object extends Pick<Members, Name>
    ? Members[Name] | undefined
    : Members[Name];
};
