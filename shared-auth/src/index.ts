export { consoleStore } from './store';
export { LoadState } from './load-state';
export { applyConfig, configAtom, defaultConfig, loadConfig, useConfig } from './config/runtime-config';
export { api } from './api/api';
export { createApiClient, type ApiClient, type ClientSettings } from './api/client';
export type { Answer, ApiKey, CallOptions, PagedKey, RequestOptions, RowOf } from './api/call-types';
export { findRow, readId, type FoundRow } from './api/find-row';
export { rowCalls, type RowCalls, type RowCollection } from './api/row-calls';
export { ApiError, isAborted, isMissingCall, isNotFound } from './api/errors';
export { renewAddress } from './pictures/addresses';
export { useKeptAddress, useLastingAddress, useShownAddress } from './pictures/use-kept-address';
export { announce, announceBesides } from './query/announce';
export { consoleQueryClient } from './query/query-client';
export {
  dropRow,
  invalidateWorkspace,
  placeRow,
  replaceRow,
  useWorkspaceQuery,
  workspaceKey,
  type QueryScope,
  type WorkspaceQueryOptions,
} from './query/use-workspace-query';
export { useWorkspaceRow, type RowScope, type WorkspaceRowOptions } from './query/use-workspace-row';
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
export {
  followWorkspace,
  isElsewhere,
  loadResources,
  loadSession,
  login,
  logout,
  startSession,
  switchWorkspace,
} from './session/actions';
export { logoutWarnings, registerBeforeLogout, type BeforeLogout } from './session/before-logout';
export {
  hasService,
  useFollowedWorkspace,
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
export { changeAllMatching, changePageByPage, type AllMatchingChange, type PageByPageChange } from './work/all-matching';
export { cancelWork, followWork, WorkEnded } from './work/follow-work';
