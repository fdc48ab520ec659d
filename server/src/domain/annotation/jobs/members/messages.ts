/** Error messages about the assignees of a job for API clients. */
export const messages = {
  tooFewAssignees: (assignees: number, usersPerItem: number) =>
    `are ${assignees}, but todo_number asks for ${usersPerItem} different people for each item, so the job could never be completed`,
  cannotAnnotate: 'contains a member whose role does not allow to annotate',
  notAssigned: 'This job is assigned to other people.',
  userPaused: 'You are paused in this job. Ask a manager of the workspace to let you continue.',
} as const;
