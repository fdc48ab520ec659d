import { configAtom } from '../config/runtime-config';
import { activeWorkspaceIdAtom, forbiddenCountAtom } from '../session/atoms';
import { endSession } from '../session/end-session';
import { consoleStore } from '../store';
import { createApiClient } from './client';

/** The console's client, over the session and the active workspace. */
export const api = createApiClient({
  baseUrl: () => consoleStore.get(configAtom).apiBase,
  workspace: () => consoleStore.get(activeWorkspaceIdAtom),
  onSessionEnd: () => endSession('expired'),
  onForbidden: () => consoleStore.set(forbiddenCountAtom, (count) => count + 1),
});
