import { NoAnswer } from './client';

export type Verdict = 'holds' | 'violated' | 'not offered' | 'not checked';

/** What was seen of one rule of a call. */
export interface Finding {
  call: string;
  rule: string;
  verdict: Verdict;
  /** Why it is violated, or was not checked. */
  why?: string;
}

/** Thrown by a check: the rule is violated. */
export class Violation extends Error {}
/** Thrown by a check: nothing could be seen of the rule. */
export class NotChecked extends Error {}

/** Notes what is found of each rule as it is checked. */
export class Findings {
  readonly all: Finding[] = [];
  constructor(private readonly tell: (finding: Finding) => void) {}

  note(finding: Finding): void {
    this.all.push(finding);
    this.tell(finding);
  }

  /** Checks a rule. Answers what the check found for further ones, null where there is nothing to go on from. */
  async check<T>(call: string, rule: string, look: () => Promise<T>): Promise<T | null> {
    try {
      const seen = await look();
      this.note({ call, rule, verdict: 'holds' });
      return seen;
    } catch (error) {
      if (error instanceof NotChecked) this.note({ call, rule, verdict: 'not checked', why: error.message });
      else if (error instanceof Violation || error instanceof NoAnswer)
        this.note({ call, rule, verdict: 'violated', why: error.message });
      else throw error;
      return null;
    }
  }
}

export function must(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Violation(why);
}

/** One line for a person. */
export function lineOf({ call, rule, verdict, why }: Finding): string {
  const mark = { holds: 'ok         ', violated: 'VIOLATED   ', 'not offered': 'not offered', 'not checked': 'not checked' }[
    verdict
  ];
  return `${mark} ${call}: ${rule}${why ? ` (${why})` : ''}`;
}
