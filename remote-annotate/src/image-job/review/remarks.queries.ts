import type { Job, Remark } from '@console/shared-contract/api';
import { api, useSession, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { useEffect, useMemo, useRef } from 'react';
import { useWritesOn } from '../../outbox';

const NO_REMARKS: readonly Remark[] = [];

/** The open and answered remarks of a job. */
export interface JobRemarks {
  /** All open and answered remarks of the job, oldest first. */
  readonly all: readonly Remark[];
  /** The remarks that the user has to handle: open remarks on the user's work, and answered remarks by the user. */
  readonly waiting: readonly Remark[];
  /** Ids of the images in `waiting`, without duplicates. */
  readonly images: readonly string[];
}

/** Loads the open and answered remarks of a job. Empty if the server does not support remarks. */
export function useJobRemarks(job: Job): JobRemarks {
  const userId = useSession().user?.id;
  const { data = NO_REMARKS, refetch } = useWorkspaceQuery({
    key: ['jobs', 'open remarks', job.id],
    load: async (scope): Promise<readonly Remark[]> => {
      const query = { job: job.id, page_size: MAX_PAGE_SIZE };
      const [openRemarks, answeredRemarks] = await Promise.all([
        api.all('GET /annotate/v2/remark/', { query: { ...query, state: 'open' }, ...scope }),
        api.all('GET /annotate/v2/remark/', { query: { ...query, state: 'answered' }, ...scope }),
      ]);
      return [...openRemarks, ...answeredRemarks].sort((a, b) => a.created.localeCompare(b.created));
    },
    retry: false,
  });

  // When the user marks an item as done, the server sets its remarks to "answered". When the mark is removed, it sets them to "open".
  // Reload the remarks after each saved change of a mark.
  const savedMarkCount = useWritesOn('batch', `image/${job.id}`).filter(({ isConfirmed }) => isConfirmed).length;
  const previousMarkCount = useRef(savedMarkCount);
  useEffect(() => {
    if (savedMarkCount > previousMarkCount.current && data.length > 0) void refetch();
    previousMarkCount.current = savedMarkCount;
  }, [savedMarkCount, data.length, refetch]);

  return useMemo(() => {
    const waitingRemarks = data.filter((remark) => isWaitingFor(remark, userId));
    return { all: data, waiting: waitingRemarks, images: [...new Set(waitingRemarks.map(({ image }) => image))] };
  }, [data, userId]);
}

/** Open remarks wait for the author of the annotations, and answered remarks wait for the reviewer. */
function isWaitingFor({ state, author, reviewer }: Remark, userId: string | undefined): boolean {
  return (state === 'open' && author.id === userId) || (state === 'answered' && reviewer?.id === userId);
}
