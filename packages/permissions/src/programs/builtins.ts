import { each, type Program } from './program.ts';

const BUILTIN: Program = { undescribed: true, asText: true };

/**
 * Builtins of the shell, with what they evaluate or change. Builtins that run or print are in other tables.
 */
export const BUILTINS: Readonly<Record<string, Program>> = {
  ...each('dirs fg bg umask ulimit help return exit break continue logout times shift', BUILTIN),
  test: { ...BUILTIN, evaluates: 'conditions', singleDash: true },
  '[': { ...BUILTIN, evaluates: 'conditions' },
  '[[': BUILTIN,
  ...each('pushd popd', { ...BUILTIN, moves: true }),
  ...each('export local declare typeset readonly', { ...BUILTIN, evaluates: 'declarations' }),
  ...each('read mapfile readarray getopts', { ...BUILTIN, evaluates: 'names', fills: true }),
  ...each('unset wait', { ...BUILTIN, evaluates: 'names' }),
  let: { ...BUILTIN, evaluates: 'numbers' },
  history: { ...BUILTIN, evaluates: 'scripts' },
  ...each('compgen complete compopt bind fc', { undescribed: true, evaluates: 'scripts' }),
  ...each('set shopt unalias', { ...BUILTIN, shadows: true }),
  ...each('enable hash', { ...BUILTIN, shadows: true, evaluates: 'plugins' }),
};
