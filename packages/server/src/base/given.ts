/** The members that are not undefined, so that a spread keeps defaults and adds no empty member. */
export function given<Members extends object>(members: Members): Given<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<Members>;
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
