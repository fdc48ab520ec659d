import type { Job, Remark } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { useMemo, useState } from 'react';
import { isAssignedTo } from '../../job/job-frame';
import { restoreCanvasFocus } from '../../image/focus-canvas';
import { useJobRemarks, type JobRemarks } from './remarks.queries';

/** A remark that is being made: where it is, and what of. */
export type RemarkDraft =
  | { readonly step: 'place'; readonly image: string }
  | { readonly step: 'text'; readonly image: string; readonly data: readonly [number, number] | null };

export interface Review {
  readonly remarks: JobRemarks;
  /** The way leads over items with remarks that wait for the person, and no others. */
  readonly isFiltered: boolean;
  readonly setFiltered: (on: boolean) => void;
  readonly draft: RemarkDraft | null;
  readonly setDraft: (draft: RemarkDraft | null) => void;
  /** The remark whose item is sent back once more. */
  readonly remarkToReopen: Remark | null;
  readonly setRemarkToReopen: (remark: Remark | null) => void;
  /** Whether the items of the job are handed out to the person. */
  readonly isAssigned: boolean;
}

/** What a person does on the page of a job besides its items: remarks on what was done, and on what they did. */
export function useReview(job: Job): Review {
  const userId = useSession().user?.id;
  const remarks = useJobRemarks(job);
  const [wantsFilter, setFiltered] = useState(false);
  const [draft, setDraft] = useState<RemarkDraft | null>(null);
  const [remarkToReopen, storeRemarkToReopen] = useState<Remark | null>(null);
  const close = useMemo(
    () => ({
      setDraft: (next: RemarkDraft | null) => {
        setDraft(next);
        if (!next) restoreCanvasFocus();
      },
      setRemarkToReopen: (next: Remark | null) => {
        storeRemarkToReopen(next);
        if (!next) restoreCanvasFocus();
      },
    }),
    [],
  );
  const isFiltered = wantsFilter && remarks.images.length > 0;
  const isAssigned = isAssignedTo(job, userId);
  return useMemo(
    () => ({ remarks, isFiltered, setFiltered, draft, remarkToReopen, isAssigned, ...close }),
    [remarks, isFiltered, draft, remarkToReopen, isAssigned, close],
  );
}
