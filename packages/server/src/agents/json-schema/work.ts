import type { Issue } from '@hitl/protocol/endpoints';

/** Maximum number of steps of one check, which take tens of milliseconds. */
const MAX_STEPS = 200_000;

/** Maximum depth of schemas and values together. */
const MAX_DEPTH = 400;

/** Maximum number of listed issues. */
const MAX_ISSUES = 20;

/** The arguments cannot be checked against the schema, so they are neither valid nor invalid. */
export class Uncheckable extends Error {
  readonly keyword: string;

  constructor(keyword: string, message: string) {
    super(message);
    this.keyword = keyword;
  }
}

/** Counts the steps of a check and collects its issues. */
export class Work {
  readonly issues: Issue[] = [];
  private steps = 0;
  private depth = 0;
  /** Depth of branches that are only tried, whose failures are not issues. */
  private trials = 0;

  /** @throws Uncheckable once the check has taken too many steps. */
  spend(steps: number, keyword: string): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) {
      throw new Uncheckable(keyword, 'the schema or the arguments take too long to check');
    }
  }

  /** @throws Uncheckable if the schema is nested too deeply or refers to itself. */
  deeper<T>(keyword: string, check: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw new Uncheckable(keyword, 'the schema is nested too deeply or refers to itself');
    }
    const result = check();
    this.depth -= 1;
    return result;
  }

  /** Tries a branch without recording issues. */
  attempt(check: () => boolean): boolean {
    this.trials += 1;
    const fits = check();
    this.trials -= 1;
    return fits;
  }

  /** Records an issue and returns `false`. */
  refuse(path: string, message: string): false {
    if (this.trials === 0 && this.issues.length < MAX_ISSUES) this.issues.push({ path, message });
    return false;
  }
}
