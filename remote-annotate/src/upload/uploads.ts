import { api, consoleQueryClient, consoleStore, registerBeforeLogout, signedInAtom, useWorkspace } from '@console/shared-auth';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { messages } from '../messages';
import { createImageSender } from './send-image';
import { LookAlikes, type FoundLookAlikes } from './look-alikes';
import type { UploadItem } from './upload-item';
import { UploadQueue, type QueueEvent } from './upload-queue';

/** Which pictures the tab's uploads look like. */
const lookAlikes = new LookAlikes({
  ask: (images, workspace) => api.call('POST /recognition/v2/training-image/look-alikes', { body: { images }, workspace }),
});

/** The tab's uploads: they go on while the person works on another page. */
export const uploads = new UploadQueue({
  send: createImageSender(),
  onImages: (workspace) => void consoleQueryClient.invalidateQueries({ queryKey: [workspace, 'images'] }),
  onUploaded: (image, workspace) => lookAlikes.add(image, workspace),
});

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let isGuarded = false;

// Held only while something runs: a page with such a listener cannot be kept in the browser's back/forward cache.
uploads.subscribe(() => {
  const needsGuard = uploads.pending > 0;
  if (needsGuard === isGuarded) return;
  isGuarded = needsGuard;
  if (needsGuard) window.addEventListener('beforeunload', warnBeforeLeaving);
  else window.removeEventListener('beforeunload', warnBeforeLeaving);
});

registerBeforeLogout(() => (uploads.pending > 0 ? messages.upload.beforeLogout(uploads.pending) : null));

consoleStore.sub(signedInAtom, () => {
  if (!consoleStore.get(signedInAtom)) uploads.clear();
});

// Found for the rows of the panel, and of no use without them.
uploads.subscribe(() => {
  if (uploads.snapshot().length === 0) lookAlikes.clear();
});

/** What has been found of the uploads that are shown. */
export function useLookAlikes(): FoundLookAlikes {
  return useSyncExternalStore(lookAlikes.subscribe, lookAlikes.snapshot);
}

/** Every file in the queue. */
export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploads.subscribe, uploads.snapshot);
}

/** What happens in the queue while the component is on the screen; the listener must be stable. */
export function useUploadEvents(listener: (event: QueueEvent) => void): void {
  useEffect(() => uploads.onEvent(listener), [listener]);
}

/** Puts files into the queue for the workspace that is active now. */
export function useUploadFiles(): (files: readonly File[]) => void {
  const { workspaceId } = useWorkspace();
  return useCallback(
    (files) => {
      if (workspaceId !== null && files.length > 0) uploads.add(files, workspaceId);
    },
    [workspaceId],
  );
}
