/** Texts of error responses about workspaces and their members. */
export const messages = {
  workspaceCreationDisabled: 'This server does not allow users to create workspaces. Ask its operator.',
  tooManyWorkspaces: (limit: number) => `You already own ${limit} workspaces.`,
  nameTaken: 'You already own a workspace with this name',
  serviceNotAvailable: (service: string) => `${service} is not available on this server`,
  ownerRole: 'The role of the owner cannot be changed. Transfer the ownership first.',
  ownerCannotLeave: 'The owner cannot leave the workspace. Transfer the ownership first.',
  ownerCannotBeRemoved: 'The owner cannot be removed from the workspace.',
  alreadyOwner: 'already owns the workspace',
} as const;
