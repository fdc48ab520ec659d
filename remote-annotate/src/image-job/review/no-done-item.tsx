import { Button, EmptyState } from '@console/shared-ui/basics';
import { reviewMessages } from './review-messages';
import type { DoneReview } from './use-done-review';

/** Shown when the reviewer has gone through all loaded images that other users have completed. */
export function NoDoneItem({ doneReview: { count, refetch, setIsOn } }: { doneReview: DoneReview }) {
  return (
    <div role="status">
      {count > 0 ? (
        <EmptyState action={<Button onClick={refetch}>{reviewMessages.loadMoreImages}</Button>}>
          {reviewMessages.imagesToReview(count)}
        </EmptyState>
      ) : (
        <EmptyState action={<Button onClick={() => setIsOn(false)}>{reviewMessages.showOpenImages}</Button>}>
          {reviewMessages.noImagesToReview}
        </EmptyState>
      )}
    </div>
  );
}
