import type { LiveEvent } from '@console/shared-contract/api';
import { api } from '../api/api';
import { configAtom } from '../config/runtime-config';
import { tabId } from '../http/tab-id';
import { announce } from '../query/announce';
import { invalidateActiveWorkspace, invalidateProgress } from '../query/invalidate';
import { recheckAccess } from '../session/actions';
import * as atoms from '../state/atoms';
import { LoadState } from '../state/load-state';
import { consoleStore } from '../state/store';
import { ChangeQueue } from './change-queue';
import { LiveConnection } from './live-connection';
import { emitLiveEvent } from './live-events';

/** Time after which a hidden tab closes its stream. Over HTTP/1.1, a browser opens at most six connections to a server. */
const HIDDEN_MS = 5_000;

/** Receives changes of the active workspace while the user is signed in and the tab is visible. Returns a function that stops this. */
export function startLive(): () => void {
  let lastUrl: string | null = null;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const queue = new ChangeQueue(async ({ everything, changes, work }) => {
    if (everything) await invalidateActiveWorkspace();
    else await Promise.all([announce(...changes), invalidateProgress((kinds) => kinds.some((kind) => work.has(kind)))]);
  });
  const connection = new LiveConnection({
    withToken: api.withToken,
    onDisconnect: () => consoleStore.set(atoms.liveAtom, false),
    onEvent: (event) => {
      handleEvent(event);
      emitLiveEvent(event);
    },
  });

  function handleEvent(event: LiveEvent): void {
    switch (event.event) {
      case 'connected': {
        const url = getUrl();
        consoleStore.set(atoms.liveAtom, true);
        // After an interruption, anything may have changed. At the first connection, the page has just been loaded.
        if (lastUrl === url) queue.addEverything();
        // Refetch the progress of tasks, because the server does not announce tasks that finished before the connection.
        else void invalidateProgress(() => true);
        lastUrl = url;
        break;
      }
      case 'change':
        queue.addChanges(event.changes);
        break;
      case 'work':
        queue.addWork(event.kind);
        break;
      case 'notice':
        queue.addChanges([{ topic: 'notices' }]);
        break;
      case 'access':
        void recheckAccess();
        break;
      case 'end':
        if (event.reason === 'access') void recheckAccess();
    }
  }

  function getUrl(): string | null {
    const workspace = consoleStore.get(atoms.activeWorkspaceIdAtom);
    const state = consoleStore.get(atoms.resourcesStateAtom);
    const isLoaded = state === LoadState.LOADED || state === LoadState.NO_RESOURCE;
    if (!workspace || !isLoaded || !consoleStore.get(atoms.signedInAtom) || consoleStore.get(atoms.lostWorkspaceAtom))
      return null;
    return `${consoleStore.get(configAtom).apiBase}/live/v2/stream?${new URLSearchParams({ workspace, tab: tabId })}`;
  }

  function updateConnection(): void {
    const url = getUrl();
    if (url === null) queue.clear();
    connection.setUrl(document.hidden && hiddenTimer === undefined ? null : url);
  }

  function onVisibilityChange(): void {
    clearTimeout(hiddenTimer);
    hiddenTimer = document.hidden
      ? setTimeout(() => {
          hiddenTimer = undefined;
          updateConnection();
        }, HIDDEN_MS)
      : undefined;
    updateConnection();
  }
  const reconnect = () => connection.restart();

  const unsubscribes = [
    atoms.activeWorkspaceIdAtom,
    atoms.resourcesStateAtom,
    atoms.signedInAtom,
    atoms.lostWorkspaceAtom,
    configAtom,
  ].map((atom) => consoleStore.sub(atom, updateConnection));
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('online', reconnect);
  window.addEventListener('offline', reconnect);
  updateConnection();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    clearTimeout(hiddenTimer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('online', reconnect);
    window.removeEventListener('offline', reconnect);
    connection.setUrl(null);
    queue.stop();
  };
}
