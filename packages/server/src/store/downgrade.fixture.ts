/** What each version added, newest first, undone. */
const UNDONE: readonly (readonly [version: number, statements: readonly string[]])[] = [
  [
    3,
    [
      'drop table hitl_audit',
      'drop table hitl_erased_runs',
      'alter table hitl_sessions drop column chain',
      'alter table hitl_runs drop column audit_head',
    ],
  ],
  [2, ['drop table hitl_secrets']],
];

/** The statements that make a database what an older version of this package would have left. */
export function downgrade(to: number): string[] {
  return UNDONE.filter(([version]) => version > to).flatMap(([version, statements]) => [
    ...statements,
    `delete from hitl_schema where version = ${version}`,
  ]);
}
