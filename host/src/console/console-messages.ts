/** Interface text of pages that cannot be shown, and dialogs and notices of the console. */
export const consoleMessages = {
  history: 'History',
  loadingDialog: 'Loading',
  logoutDialog: { title: 'Log out with unsent work?', confirm: 'Logout', cancel: 'Stay signed in' },
  missingService: {
    title: 'No acccess for service',
    text: (service: string) => `${service}. Please contact support.`,
  },
  notFound: {
    title: 'Page not found',
    text: "This page doesn't exist. Check the URL.",
    missing: (names: string) =>
      `Some parts of the console couldn't be loaded, and this page may belong to one of them: ${names}.`,
    back: 'Go to the dashboard',
  },
  noAccess: {
    title: 'No access',
    text: (services: string) =>
      `This workspace doesn't have the service that this page needs: ${services}. Switch to another workspace, or contact support.`,
  },
  noPermission: (role: string, workspace: string) =>
    `Your role in the workspace ${workspace} is ${role}, which doesn't include this page. Ask the owner or a manager of the workspace for another role.`,
  onlyOwnJobs:
    'In this workspace, annotators see only what their jobs contain, and this page shows everything. Ask the owner of the workspace if you need it.',
  roleChanged: {
    title: (role: string) => `Your role is now ${role}`,
    text: (workspace: string) =>
      `A member of ${workspace} has changed it. Changes that the role doesn't allow stay in this browser.`,
  },
  lostWorkspace: {
    title: 'No longer a member',
    text: (workspace: string) =>
      `You are no longer a member of the workspace ${workspace}. To work in it again, ask its owner or a manager for an invitation.`,
    unsentWork: 'Your unsent changes stay in this browser. They are sent if you become a member again.',
    open: (workspace: string) => `Open ${workspace}`,
    checkAgain: 'Check again',
  },
  noWorkspace: { title: 'No workspace', text: "Your account doesn't belong to a workspace yet. Please contact support." },
  servicesFailed: "Couldn't load the services of this workspace.",
  rowFailed: "Couldn't find the workspace that this item belongs to.",
  workspaceSwitched: { title: 'Workspace switched', text: (workspace: string) => `The item you opened belongs to ${workspace}.` },
  loadingPage: 'Loading the page',
  noServices: { title: 'No services', text: 'This workspace has no services yet. Please contact support.' },
};
