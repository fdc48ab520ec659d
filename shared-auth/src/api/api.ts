import { configAtom } from '../config/runtime-config';
import { accessRefusalCountAtom, activeWorkspaceIdAtom, liveAtom } from '../state/atoms';
import { endSession } from '../state/end-session';
import { consoleStore } from '../state/store';
import { createApiClient } from '../http/client';
import { tabId } from '../http/tab-id';
import { TAB_HEADER } from '@console/shared-contract/limits';

/** The API client of the console. It uses the current session and the active workspace. */
export const api = createApiClient({
  baseUrl: () => consoleStore.get(configAtom).apiBase,
  workspace: () => consoleStore.get(activeWorkspaceIdAtom),
  // Send this header only to this project's server. Other servers with the same API may refuse unknown headers from another origin.
  writeHeaders: () => (consoleStore.get(liveAtom) ? { [TAB_HEADER]: tabId } : ({} as Record<string, string>)),
  onSessionEnd: () => endSession('expired'),
  onAccessRefused: () => consoleStore.set(accessRefusalCountAtom, (count) => count + 1),
});
