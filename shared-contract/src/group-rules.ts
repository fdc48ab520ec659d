import type { RuleLevel } from './quality-rules';

// Rules that a similarity task checks before a group of its types is verified (ADR 0118). The server evaluates the rules in SQL, because
// they depend on groups that the page has not loaded. Users can verify groups only online.

export const GROUP_RULES = ['few_members', 'several_groups'] as const;
export type GroupRule = (typeof GROUP_RULES)[number];

export interface GroupRules {
  levels?: Partial<Record<GroupRule, RuleLevel>> | undefined;
  /** Minimum number of members for the rule `few_members`. */
  min_members?: number | undefined;
}

export const DEFAULT_MIN_MEMBERS = 2;

/** Describes the violation of a rule by a group as a sentence. */
export const describeGroupViolation = (rule: GroupRule, minMembers: number): string =>
  rule === 'few_members'
    ? `The group has fewer than ${minMembers.toLocaleString('en')} members.`
    : 'A member is also in another group of the task.';
