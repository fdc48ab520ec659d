import type { Job } from '@console/shared-contract/api';
import { api, useCanCall, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { useMemo, useState } from 'react';

/** Number of images that are loaded at once. */
const PAGE_SIZE = 200;
const NO_IMAGES: ReadonlySet<string> = new Set();

/** The walk of a reviewer through the images that others have marked as done. */
export interface DoneWalk {
  /** Number of images that wait for the reviewer. */
  readonly count: number;
  /** The first of these images, the earliest done first. */
  readonly images: readonly string[];
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  /** Leaves out an image that the reviewer has verified. The server leaves out those that were sent back. */
  readonly remove: (image: string) => void;
  /** Loads further images. */
  readonly refetch: () => void;
}

/** Images of the job that others have done and the user has not verified. Empty if the user may not review. */
export function useDoneWalk(job: Job): DoneWalk {
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
    // A server of the previous release does not have the call.
    retry: false,
  });
  const [isOn, setOn] = useState(false);
  // The server still lists them until their writes are sent.
  const [removed, setRemoved] = useState(NO_IMAGES);
  return useMemo(() => {
    const loaded = data?.results.map(({ image }) => image) ?? [];
    const images = loaded.filter((image) => !removed.has(image));
    return {
      count: (data?.count ?? 0) - (loaded.length - images.length),
      images,
      isOn,
      setOn,
      remove: (image) => setRemoved((ids) => new Set([...ids, image])),
      refetch: () => void refetch(),
    };
  }, [data, removed, isOn, refetch]);
}
