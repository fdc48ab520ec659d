import { Button, EmptyState } from '@console/shared-ui/basics';
import { reviewMessages } from './review-messages';
import type { DoneReview } from './use-done-review';

/** Shown when the reviewer has gone through all loaded images that other users have completed. */
export function NoDoneItem({ doneReview: { count, refetch, setOn } }: { doneReview: DoneReview }) {
  return (
    <div role="status">
      {count > 0 ? (
        <EmptyState action={<Button onClick={refetch}>{reviewMessages.loadMoreDone}</Button>}>
          {reviewMessages.moreDone(count)}
        </EmptyState>
      ) : (
        <EmptyState action={<Button onClick={() => setOn(false)}>{reviewMessages.leaveDone}</Button>}>
          {reviewMessages.noneDone}
        </EmptyState>
      )}
    </div>
  );
}
