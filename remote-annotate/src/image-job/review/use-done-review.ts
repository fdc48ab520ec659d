import type { Job, Remark } from '@console/shared-contract/api';
import { api, useCanCall, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { useMemo, useState } from 'react';

/** Number of images that are loaded at once. */
const PAGE_SIZE = 200;
const NO_CHANGES: ReadonlyMap<string, boolean> = new Map();

/** State of the review in which a reviewer goes through the images that other users have marked as done. */
export interface DoneReview {
  /** Number of images that wait for the reviewer. */
  readonly count: number;
  /** The loaded images that wait for the reviewer, the earliest done first. */
  readonly images: readonly string[];
  readonly isOn: boolean;
  readonly setIsOn: (isOn: boolean) => void;
  /** Removes an image that the reviewer has verified. Images with a new remark are removed by the next request of the list. */
  readonly removeImage: (imageId: string) => void;
  /** Adds an image again after the reviewer has undone its verification, and removes it after a redo. */
  readonly onReverted: (imageId: string, by: 'undo' | 'redo') => void;
  /** Loads further images. */
  readonly refetch: () => void;
}

/** Loads the images of the job that other users have done and this user has not verified. Empty if the user may not review. */
export function useDoneReview(job: Job, remarks: readonly Remark[]): DoneReview {
  const hasAnnotateService = useHasService('annotate');
  const canReview = useCanCall<'GET /annotate/v2/imagejob/{id}/to-review/'>('review') && hasAnnotateService;
  const { data, refetch } = useWorkspaceQuery({
    key: ['jobs', 'to review', job.id],
    enabled: canReview,
    load: (scope) =>
      api.call('GET /annotate/v2/imagejob/{id}/to-review/', {
        params: { id: job.id },
        query: { page_size: PAGE_SIZE },
        ...scope,
      }),
    // A server of the previous release does not have this endpoint.
    retry: false,
  });
  const [isOn, setIsOn] = useState(false);
  // Verifications and their undos that the outbox may not have sent yet: true if verified, false if undone.
  const [verificationChanges, setVerificationChanges] = useState<ReadonlyMap<string, boolean>>(NO_CHANGES);
  const { removeImage, onReverted } = useMemo(() => {
    return {
      removeImage: (imageId: string) => setVerificationChanges((currentChanges) => new Map(currentChanges).set(imageId, true)),
      // Ignore images without a verification in this review: the user may also undo other steps of the job.
      onReverted: (imageId: string, by: 'undo' | 'redo') =>
        setVerificationChanges((currentChanges) =>
          currentChanges.has(imageId) ? new Map(currentChanges).set(imageId, by === 'redo') : currentChanges,
        ),
    };
  }, []);
  return useMemo(() => {
    const loadedImages = data?.results.map(({ image }) => image) ?? [];
    // Images with an open remark have been sent back, so they do not wait for the reviewer.
    const sentBackImages = new Set(remarks.filter(({ state }) => state === 'open').map(({ image }) => image));
    const restoredImages = [...verificationChanges]
      .filter(([image, isVerified]) => !isVerified && !loadedImages.includes(image) && !sentBackImages.has(image))
      .map(([image]) => image);
    const images = [...restoredImages, ...loadedImages.filter((image) => verificationChanges.get(image) !== true)];
    const count = (data?.count ?? 0) + images.length - loadedImages.length;
    return { count, images, isOn, setIsOn, removeImage, onReverted, refetch: () => void refetch() };
  }, [data, remarks, verificationChanges, isOn, removeImage, onReverted, refetch]);
}
