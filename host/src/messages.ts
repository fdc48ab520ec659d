/** Every sentence that the shell shows. Those the specification quotes are letter for letter. */
export const messages = {
  product: 'Annotation console',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  dashboard: 'Dashboard',
  documentation: 'Documentation',
  provider: 'Go To APP',
  workspace: 'Workspace',
  noWorkspaceMatch: 'No workspace of this name',
  account: (email: string) => `Account of ${email}`,
  logout: 'Logout',
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },

  login: {
    title: 'Sign in',
    intro:
      "Turn pictures into training data: draw boxes, polygons and points, put labels on them, and check each other's work. Sign in with the account of your workspace.",
    email: 'Email',
    password: 'Password',
    submit: 'Login',
    busy: 'Signing in…',
    emailRequired: 'Enter your email',
    passwordRequired: 'Enter your password',
    failed: 'Unable to login. Invalid credentials',
    unreachable: 'Unable to login. The server does not answer.',
    refused: (reason: string) => `Unable to login. ${reason}`,
    development: 'Development environment',
    expired: 'Your session has ended. Sign in to go on where you were.',
  },

  logoutDialog: { title: 'Log out with unsent work?', confirm: 'Logout', cancel: 'Stay signed in' },

  missingService: {
    title: 'No acccess for service',
    text: (service: string) => `${service}. Please contact support.`,
  },
  services: {
    recognition: 'Recognition',
    'custom-object-detection': 'Detection',
    'custom-segmentation': 'Segmentation',
    annotate: 'Annotation jobs',
    flows: 'Flows',
    'custom-similarity': 'Similarity',
    'products-management': 'Products management',
  },

  notFound: { title: 'Page not found', text: 'There is no page at this address.', back: 'Go to the dashboard' },
  noAccess: {
    title: 'No access',
    text: (services: string) =>
      `This workspace does not have the service for this page: ${services}. Switch the workspace, or contact support.`,
  },
  noServices: { title: 'No services', text: 'This workspace has no services yet. Please contact support.' },
  noWorkspace: { title: 'No workspace', text: 'Your account belongs to no workspace yet. Please contact support.' },
  servicesFailed: 'The services of this workspace could not be read.',
  registryFailed: 'The parts of the console could not be found. The shell works; Retry looks for them again.',
  crashed: { title: 'The console stopped working', text: 'Nothing that was saved is lost. Reload to go on.', reload: 'Reload' },
  loadingPage: 'Loading the page',
  loadingNavigation: 'Loading navigation',

  token: {
    title: 'API token',
    token: 'Token',
    workspaceId: 'Workspace id',
    reveal: 'Show token',
    hide: 'Hide token',
    copyToken: 'token',
    copyWorkspaceId: 'workspace id',
    failed: 'The token could not be read.',
  },
} as const;
