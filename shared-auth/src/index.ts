export { consoleStore } from './store';
export { LoadState } from './load-state';
export { applyConfig, configAtom, defaultConfig, loadConfig, useConfig } from './config/runtime-config';
export { api } from './api/api';
export { createApiClient, type ApiClient, type ClientSettings } from './api/client';
export type { Answer, ApiKey, CallOptions, PagedKey, RequestOptions, RowOf } from './api/call-types';
export { ApiError, isAborted, isNotFound } from './api/errors';
export { consoleQueryClient } from './query/query-client';
export {
  invalidateWorkspace,
  useInvalidate,
  useWorkspaceQuery,
  workspaceKey,
  type QueryScope,
  type WorkspaceQueryOptions,
} from './query/use-workspace-query';
export {
  activeWorkspaceAtom,
  activeWorkspaceIdAtom,
  resourcesStateAtom,
  servicesAtom,
  sessionEndAtom,
  signedInAtom,
  userAtom,
  userStateAtom,
  workspacesAtom,
  type SessionEnd,
} from './session/atoms';
export { loadResources, loadSession, login, logout, startSession, switchWorkspace } from './session/actions';
export { logoutWarnings, registerBeforeLogout, type BeforeLogout } from './session/before-logout';
export {
  hasService,
  useHasService,
  useResources,
  useSession,
  useWorkspace,
  type ActiveWorkspace,
  type Resources,
  type Session,
} from './session/hooks';
export { includesService } from './session/services';
export { SessionProvider } from './session/session-provider';
