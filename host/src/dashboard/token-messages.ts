/** Interface text of the card of the API token. */
export const tokenMessages = {
  title: 'API token',
  token: 'Token',
  workspaceId: 'Workspace id',
  reveal: 'Show token',
  hide: 'Hide token',
  copyToken: 'token',
  copyWorkspaceId: 'workspace id',
  failed: "Couldn't load the token.",
};
