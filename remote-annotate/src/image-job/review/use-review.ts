import type { Job, Remark } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { useMemo, useState } from 'react';
import { isAssignedTo } from '../../job/job-frame';
import { restoreCanvasFocus } from '../../image/controls/focus-canvas';
import { useJobRemarks, type JobRemarks } from './remarks.queries';
import { useDoneReview, type DoneReview } from './use-done-review';

/** A remark that is being created: first its position is picked, then its text is entered. */
type RemarkDraft =
  | { readonly step: 'position'; readonly imageId: string }
  | { readonly step: 'text'; readonly imageId: string; readonly position: readonly [number, number] | null };

/** State of reviewing the items of a job, with functions that change it. */
export interface Review {
  readonly remarks: JobRemarks;
  /** Whether only items with remarks for the user are shown. */
  readonly isFiltered: boolean;
  readonly setFiltered: (isFiltered: boolean) => void;
  /** The review of images that other users have marked as done. While it is on, the filter for remarks has no effect. */
  readonly doneReview: DoneReview;
  readonly draft: RemarkDraft | null;
  readonly setDraft: (draft: RemarkDraft | null) => void;
  /** The answered remark that the reviewer is about to reopen, to send its item back again. */
  readonly remarkToReopen: Remark | null;
  readonly setRemarkToReopen: (remark: Remark | null) => void;
  /** Whether the job is assigned to the user, or open to all users. */
  readonly isAssigned: boolean;
}

/** The review state of a job page: remarks on the user's work, and remarks by the user on the work of others. */
export function useReview(job: Job): Review {
  const userId = useSession().user?.id;
  const remarks = useJobRemarks(job);
  const doneReview = useDoneReview(job, remarks.all);
  const [wantsFilter, setFiltered] = useState(false);
  const [draft, setDraft] = useState<RemarkDraft | null>(null);
  const [remarkToReopen, storeRemarkToReopen] = useState<Remark | null>(null);
  const setters = useMemo(
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
  const isFiltered = wantsFilter && !doneReview.isOn && remarks.images.length > 0;
  const isAssigned = isAssignedTo(job, userId);
  return useMemo(
    () => ({ remarks, isFiltered, setFiltered, doneReview, draft, remarkToReopen, isAssigned, ...setters }),
    [remarks, isFiltered, doneReview, draft, remarkToReopen, isAssigned, setters],
  );
}
