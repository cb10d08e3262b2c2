import type { Issue } from '@hitl/protocol/endpoints';

/** Steps that one check may take: some tens of milliseconds. */
const MAX_STEPS = 200_000;

/** Schemas inside schemas, and values inside values, together. */
const MAX_DEPTH = 400;

/** Issues that are listed. */
const MAX_ISSUES = 20;

/** The arguments cannot be checked against the schema: neither do they fit, nor do they not. */
export class Uncheckable extends Error {
  readonly keyword: string;

  constructor(keyword: string, message: string) {
    super(message);
    this.keyword = keyword;
  }
}

/** Counts what a check does and keeps what it finds. */
export class Work {
  readonly issues: Issue[] = [];
  private steps = 0;
  private depth = 0;
  /** Branches that are only tried: what does not fit there is no issue. */
  private trials = 0;

  /** @throws Uncheckable once the check has taken too many steps. */
  spend(steps: number, keyword: string): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) {
      throw new Uncheckable(keyword, 'the schema or the arguments take too long to check');
    }
  }

  /** @throws Uncheckable where the schema leads back to itself, or too deep. */
  deeper<T>(keyword: string, check: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw new Uncheckable(keyword, 'the schema is nested too deep or refers to itself');
    }
    const result = check();
    this.depth -= 1;
    return result;
  }

  /** Tries a branch without noting why it does not fit. */
  attempt(check: () => boolean): boolean {
    this.trials += 1;
    const fits = check();
    this.trials -= 1;
    return fits;
  }

  /** Notes what does not fit. Always `false`. */
  refuse(path: string, message: string): false {
    if (this.trials === 0 && this.issues.length < MAX_ISSUES) this.issues.push({ path, message });
    return false;
  }
}
