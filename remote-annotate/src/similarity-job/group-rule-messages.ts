/** Text about rules that a group of a job violates. */
export const groupRuleMessages = {
  refusedTitle: 'This group cannot be verified yet',
  warningTitle: 'Verify this group?',
  verifyAnyway: 'Verify anyway',
  violation: (level: 'warning' | 'error', text: string, task: string) =>
    `${level === 'error' ? 'Error' : 'Warning'}: ${text} (${task})`,
} as const;
