/** The members of an object that are not `undefined`. */
export function given<Members extends object>(members: Members): Present<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Members>;
}

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
