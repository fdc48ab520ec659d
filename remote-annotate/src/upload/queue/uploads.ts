import { api, consoleQueryClient, useWorkspace } from '@console/shared-auth';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { guardTransfers } from '../../exchange/guard-transfers';
import { uploadMessages } from './upload-messages';
import { createImageSender } from './send-image';
import { LookAlikes, type LookAlikeResults } from './look-alikes';
import type { UploadItem } from './upload-item';
import { UploadQueue, type QueueEvent } from './upload-queue';

/** Images similar to the uploads of this tab. */
const lookAlikes = new LookAlikes({
  request: (images, workspace) => api.call('POST /recognition/v2/training-image/look-alikes', { body: { images }, workspace }),
});

/** The uploads of this tab. They continue while the user works on another page. */
export const uploads = new UploadQueue({
  send: createImageSender(),
  onNewImages: (workspace) => void consoleQueryClient.invalidateQueries({ queryKey: [workspace, 'images'] }),
  onUploaded: (image, workspace) => lookAlikes.add(image, workspace),
});

guardTransfers(uploads, uploadMessages.beforeLogout);

// Discard the similar images when no uploads are listed, because they are no longer shown.
uploads.subscribe(() => {
  if (uploads.snapshot().length === 0) lookAlikes.clear();
});

/** Returns the images similar to the listed uploads. */
export function useLookAlikes(): LookAlikeResults {
  return useSyncExternalStore(lookAlikes.subscribe, lookAlikes.snapshot);
}

/** Returns all files in the queue. */
export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploads.subscribe, uploads.snapshot);
}

/** Subscribes to queue events while the component is mounted. The listener must be referentially stable. */
export function useUploadEvents(listener: (event: QueueEvent) => void): void {
  useEffect(() => uploads.onEvent(listener), [listener]);
}

/** Returns a function that adds files to the upload queue, for the active workspace. */
export function useQueueFiles(): (files: readonly File[]) => void {
  const { workspaceId } = useWorkspace();
  return useCallback(
    (files) => {
      if (workspaceId !== null && files.length > 0) uploads.add(files, workspaceId);
    },
    [workspaceId],
  );
}
