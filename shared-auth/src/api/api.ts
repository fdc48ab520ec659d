import { configAtom } from '../config/runtime-config';
import { activeWorkspaceIdAtom, forbiddenCountAtom } from '../session/atoms';
import { endSession } from '../session/end-session';
import { consoleStore } from '../store';
import { createApiClient } from './client';

/** The API client of the console. It uses the current session and the active workspace. */
export const api = createApiClient({
  baseUrl: () => consoleStore.get(configAtom).apiBase,
  workspace: () => consoleStore.get(activeWorkspaceIdAtom),
  onSessionEnd: () => endSession('expired'),
  onForbidden: () => consoleStore.set(forbiddenCountAtom, (count) => count + 1),
});
