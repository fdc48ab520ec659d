export { consoleStore } from './state/store';
export { LoadState } from './state/load-state';
export { applyConfig, configAtom, defaultConfig, loadConfig, useConfig } from './config/runtime-config';
export { api } from './api/api';
export { createApiClient, type ApiClient, type ClientSettings } from './http/client';
export { sendAsChangeSet } from './http/change-set-attempts';
export type { ApiResponse, ApiKey, CallOptions, ChangeSetOption, PagedKey, RequestOptions, RowOf } from './http/call-types';
export { findRow, parseRowId, type FoundRow } from './api/find-row';
export { containsText, searchRows } from './api/search-rows';
export { createRowCalls, type RowCalls, type RowCollection } from './api/row-calls';
export { ApiError, isAborted, isNotFound, isServerStarting, isUnsupportedCall } from './http/errors';
export { refreshImageUrl } from './images/image-urls';
export { useStableImageUrl, useAutoRefreshedUrl, useImageUrl } from './images/use-image-url';
export { announce, announceExcept } from './query/announce';
export { consoleQueryClient } from './state/query-client';
export {
  deleteCachedRow,
  invalidateWorkspace,
  upsertCachedRow,
  replaceCachedRow,
  updateCachedRow,
  useWorkspaceQuery,
  workspaceKey,
  type QueryScope,
  type WorkspaceQueryOptions,
} from './query/use-workspace-query';
export { onLiveEvent } from './live/live-events';
export { startLiveWhenLoaded } from './live/load-live';
export { tabId } from './http/tab-id';
export type { WorkProgress } from './query/work-progress';
export { useWorkspacePages, type WorkspacePagesOptions } from './query/use-workspace-pages';
export { useWorkspaceRow, type RowScope, type WorkspaceRowOptions } from './query/use-workspace-row';
export {
  activeWorkspaceAtom,
  activeWorkspaceIdAtom,
  liveAtom,
  resourcesStateAtom,
  servicesAtom,
  sessionEndAtom,
  signedInAtom,
  userAtom,
  userStateAtom,
  workspacesAtom,
  type SessionEnd,
} from './state/atoms';
export {
  switchToRowWorkspace,
  isInOtherWorkspace,
  loadResources,
  loadSession,
  recheckAccess,
  reloadWorkspaces,
  login,
  logout,
  startSession,
  startSessionWithTokens,
  switchWorkspace,
} from './session/actions';
export { collectLogoutWarnings, registerBeforeLogout, type BeforeLogout } from './session/before-logout';
export {
  hasService,
  useAutomaticWorkspaceSwitch,
  useHasService,
  useLostWorkspace,
  useResources,
  useSession,
  useWorkspace,
  type ActiveWorkspace,
  type Resources,
  type Session,
} from './session/hooks';
export {
  isPermitted,
  permissionOf,
  roleAtom,
  useCanCall,
  usePermission,
  useRole,
  useSeesWorkspace,
  type PermissionOf,
} from './permissions/permissions';
export { SessionProvider } from './session/session-provider';
export { changeAllMatching, changePageByPage, type AllMatchingChange, type PageByPageChange } from './work/change-all-matching';
export { cancelWork, followWork, WorkStoppedError } from './work/follow-work';
export { createImageSender, findDuplicate, type ImageUpload, type SendImage } from './upload/image-sender';
export { IMAGE_FILE_TYPES, isImageFile } from './upload/image-file';
export { UnreadableFileError } from './upload/read-file';
export { createUploadKeys } from './upload/upload-keys';
