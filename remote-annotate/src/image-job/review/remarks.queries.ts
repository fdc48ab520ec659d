import type { Job, Remark } from '@console/shared-contract/api';
import { api, useSession, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { useEffect, useMemo, useRef } from 'react';
import { useWritesOn } from '../../outbox';

const NONE: readonly Remark[] = [];

export interface JobRemarks {
  /** Those of the job that are not closed, the oldest first. */
  readonly all: readonly Remark[];
  /** Of these, those that wait for the person: on their work, or theirs to look at again. */
  readonly waiting: readonly Remark[];
  /** Images of `waiting`, each once. */
  readonly images: readonly string[];
}

/** The open remarks of a job. A deployment whose API knows none has none. */
export function useJobRemarks(job: Job): JobRemarks {
  const userId = useSession().user?.id;
  const { data = NONE, refetch } = useWorkspaceQuery({
    key: ['jobs', 'open remarks', job.id],
    load: async (scope): Promise<readonly Remark[]> => {
      const query = { job: job.id, page_size: MAX_PAGE_SIZE };
      const [open, answered] = await Promise.all([
        api.all('GET /annotate/v2/remark/', { query: { ...query, state: 'open' }, ...scope }),
        api.all('GET /annotate/v2/remark/', { query: { ...query, state: 'answered' }, ...scope }),
      ]);
      return [...open, ...answered].sort((a, b) => a.created.localeCompare(b.created));
    },
    retry: false,
  });

  // A mark answers the remarks on its item, and one taken back opens them: read again once the server has it.
  const sent = useWritesOn('batch', `image/${job.id}`).filter(({ isAnswered }) => isAnswered).length;
  const known = useRef(sent);
  useEffect(() => {
    if (sent > known.current && data.length > 0) void refetch();
    known.current = sent;
  }, [sent, data.length, refetch]);

  return useMemo(() => {
    const waiting = data.filter((remark) => isWaitingFor(remark, userId));
    return { all: data, waiting, images: [...new Set(waiting.map(({ image }) => image))] };
  }, [data, userId]);
}

/** An open one waits for its author, an answered one for its reviewer. */
export function isWaitingFor({ state, author, reviewer }: Remark, userId: string | undefined): boolean {
  return (state === 'open' && author.id === userId) || (state === 'answered' && reviewer?.id === userId);
}
