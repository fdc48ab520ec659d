import { configAtom } from '../config/runtime-config';
import { activeWorkspaceIdAtom, accessRefusalCountAtom } from '../state/atoms';
import { endSession } from '../state/end-session';
import { consoleStore } from '../state/store';
import { createApiClient } from '../http/client';

/** The API client of the console. It uses the current session and the active workspace. */
export const api = createApiClient({
  baseUrl: () => consoleStore.get(configAtom).apiBase,
  workspace: () => consoleStore.get(activeWorkspaceIdAtom),
  onSessionEnd: () => endSession('expired'),
  onAccessRefused: () => consoleStore.set(accessRefusalCountAtom, (count) => count + 1),
});
