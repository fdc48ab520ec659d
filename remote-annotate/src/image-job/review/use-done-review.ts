import type { Job, Remark } from '@console/shared-contract/api';
import { api, useCanCall, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { useMemo, useState } from 'react';

/** Number of images that are loaded at once. */
const PAGE_SIZE = 200;
const NO_VERIFICATIONS: ReadonlyMap<string, boolean> = new Map();

/** The review of the images that others have marked as done. */
export interface DoneReview {
  /** Number of images that wait for the reviewer. */
  readonly count: number;
  /** The first of these images, the earliest done first. */
  readonly images: readonly string[];
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  /** Leaves out an image that the reviewer has verified. Images that were sent back need no call, because the server leaves them out. */
  readonly remove: (image: string) => void;
  /** Adds an image again after the reviewer has undone its verification, and removes it after a redo. */
  readonly onReverted: (image: string, by: 'undo' | 'redo') => void;
  /** Loads further images. */
  readonly refetch: () => void;
}

/** Images of the job that others have done and the user has not verified. Empty if the user may not review. */
export function useDoneReview(job: Job, remarks: readonly Remark[]): DoneReview {
  const mayAnnotate = useHasService('annotate');
  const canReview = useCanCall<'GET /annotate/v2/imagejob/{id}/to-review/'>('review') && mayAnnotate;
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
  const [isOn, setOn] = useState(false);
  // The server only knows about a verification, or its undo, after the writes are sent.
  const [verified, setVerified] = useState<ReadonlyMap<string, boolean>>(NO_VERIFICATIONS);
  const { remove, onReverted } = useMemo(() => {
    return {
      remove: (image: string) => setVerified((verifiedImages) => new Map(verifiedImages).set(image, true)),
      // The user may also have undone other steps of the job.
      onReverted: (image: string, by: 'undo' | 'redo') =>
        setVerified((verifiedImages) =>
          verifiedImages.has(image) ? new Map(verifiedImages).set(image, by === 'redo') : verifiedImages,
        ),
    };
  }, []);
  return useMemo(() => {
    const loadedImages = data?.results.map(({ image }) => image) ?? [];
    // An image with an open remark was sent back after the undo, so it does not wait for the reviewer.
    const sentBack = new Set(remarks.filter(({ state }) => state === 'open').map(({ image }) => image));
    const restored = [...verified]
      .filter(([image, isVerified]) => !isVerified && !loadedImages.includes(image) && !sentBack.has(image))
      .map(([image]) => image);
    const images = [...restored, ...loadedImages.filter((image) => verified.get(image) !== true)];
    const count = (data?.count ?? 0) + images.length - loadedImages.length;
    return { count, images, isOn, setOn, remove, onReverted, refetch: () => void refetch() };
  }, [data, remarks, verified, isOn, remove, onReverted, refetch]);
}
