/** Messages about the rules of a similarity task in its dialog. */
export const ruleFormMessages = {
  labels: {
    few_members: 'Rule: few members',
    several_groups: 'Rule: members of several groups',
    min_members: 'Minimum number of members',
  },
  hints: {
    few_members: 'Checked before a group with a type of the task is verified. A warning asks once, an error prevents it.',
    several_groups: 'A member is also in another group with a type of the task.',
  },
  levels: { off: 'Off', warning: 'Warning', error: 'Error' },
  minMembersInvalid: 'Enter a whole number from 1 to 10,000.',
} as const;
