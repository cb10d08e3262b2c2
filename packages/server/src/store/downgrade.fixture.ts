/** Converts JSON text to bytes, for each kind of database. */
const BYTES = {
  sqlite: { type: 'blob', of: (column: string) => `cast(${column} as blob)` },
  postgres: {
    type: 'bytea',
    of: (column: string) => `convert_to(cast(${column} as text), 'UTF8')`,
  },
};

/** Statements that undo each version, newest first. Older versions also accepted uncompressed JSON. */
function undone(kind: keyof typeof BYTES): readonly (readonly [number, readonly string[]])[] {
  const { type, of } = BYTES[kind];
  const toBytes = (table: string, column: string): string[] => [
    `alter table ${table} add column packed ${type}`,
    `update ${table} set packed = ${of(column)}`,
    `alter table ${table} drop column ${column}`,
    `alter table ${table} rename column packed to ${column}`,
  ];
  return [
    [5, rowsOfTrails(kind)],
    [
      4,
      [
        `create table hitl_spans as
          select tenant_id, session_id, root_run_id, last_seq, first_seq, commit_number
          from hitl_commits where root_run_id is not null`,
        ...toBytes('hitl_commits', 'events'),
        ...toBytes('hitl_sessions', 'state'),
        ...['root_run_id', 'first_seq', 'last_seq', 'repeats'].map(
          (column) => `alter table hitl_commits drop column ${column}`,
        ),
        'alter table hitl_sessions drop column bytes',
        'alter table hitl_runs drop column first_commit',
        'create index hitl_sessions_owned on hitl_sessions (owner) where runnable = 1',
      ],
    ],
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
}

/** The hashes of audit trails in a separate table, as in versions 3 and 4. */
function rowsOfTrails(kind: keyof typeof BYTES): string[] {
  const [from, member] =
    kind === 'sqlite'
      ? ['json_each(c.trails) r', (name: string) => `json_extract(r.value, '$.${name}')`]
      : [
          'json_array_elements(cast(c.trails as json)) r',
          (name: string) => `cast(r.value ->> '${name}' as text)`,
        ];
  return [
    `create table hitl_audit as
      select c.tenant_id, c.session_id, ${member('run_id')} as run_id, c.commit_number,
        ${member('links')} as links
      from hitl_commits c, ${from}`,
    'alter table hitl_commits drop column trails',
  ];
}

/** The statements that turn a database into one of an older version. */
export function downgrade(to: number, kind: keyof typeof BYTES = 'sqlite'): string[] {
  return [
    ...undone(kind).flatMap(([version, statements]) => (version > to ? statements : [])),
    'delete from hitl_schema',
    `insert into hitl_schema (version) values (${to})`,
  ];
}
