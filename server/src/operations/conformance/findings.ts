import { NoResponse } from './client';

/** The result of a check. `not offered` means that the server does not have this optional call. */
type Verdict = 'holds' | 'violated' | 'not offered' | 'not checked';

/** The result of checking one rule of a call. */
export interface Finding {
  call: string;
  rule: string;
  verdict: Verdict;
  /** Why the rule is violated or was not checked. */
  reason?: string;
}

/** Thrown by a check if the rule is violated. */
class Violation extends Error {}
/** Thrown by a check if the rule could not be checked. */
export class NotCheckedError extends Error {}

/** Collects the results of all checks. */
export class Findings {
  readonly list: Finding[] = [];
  constructor(private readonly onFinding: (finding: Finding) => void) {}

  add(finding: Finding): void {
    this.list.push(finding);
    this.onFinding(finding);
  }

  /** Checks a rule. Returns the result of the check for later checks, or null if the rule does not hold. */
  async check<T>(call: string, rule: string, runCheck: () => Promise<T> | T): Promise<T | null> {
    try {
      const result = await runCheck();
      this.add({ call, rule, verdict: 'holds' });
      return result;
    } catch (error) {
      if (error instanceof NotCheckedError) this.add({ call, rule, verdict: 'not checked', reason: error.message });
      else if (error instanceof Violation || error instanceof NoResponse)
        this.add({ call, rule, verdict: 'violated', reason: error.message });
      else throw error;
      return null;
    }
  }
}

/** Throws a Violation unless a condition holds. */
export function assertRule(isRespected: boolean, reason: string): asserts isRespected {
  if (!isRespected) throw new Violation(reason);
}

/** Formats a finding as one line. */
export function formatFinding({ call, rule, verdict, reason }: Finding): string {
  const verdictText = {
    holds: 'ok         ',
    violated: 'VIOLATED   ',
    'not offered': 'not offered',
    'not checked': 'not checked',
  }[verdict];
  return `${verdictText} ${call}: ${rule}${reason ? ` (${reason})` : ''}`;
}
