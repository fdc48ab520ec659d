import type { GoldFeedback, Job } from '@console/shared-contract/api';
import { api } from '@console/shared-auth';
import { useEffect, useRef, useState } from 'react';
import { useWritesOn } from '../../outbox';

/** Feedback on an image that the user has marked as done. */
export interface ImageFeedback extends GoldFeedback {
  image: string;
}

/**
 * Requests feedback on each image that the user marks as done, as soon as the server has saved the mark. The response is empty
 * for ordinary images. Does nothing in jobs without feedback.
 */
export function useGoldFeedback({ id, gold_feedback: tries = 0 }: Job) {
  const writes = useWritesOn('batch', `image/${id}`);
  const askedEntries = useRef(new Set<string>());
  const [feedback, setFeedback] = useState<ImageFeedback | null>(null);
  useEffect(() => {
    if (tries === 0) return;
    for (const { write, isConfirmed, entryId } of writes) {
      if (write.kind !== 'mark-done' || !write.after || !isConfirmed || askedEntries.current.has(entryId)) continue;
      askedEntries.current.add(entryId);
      const { item } = write;
      api
        .call('POST /annotate/v2/imagejob/{id}/gold-feedback', { params: { id }, body: { item } })
        // Failures are not shown, because the work is saved and the user cannot do anything about them.
        .then(
          ({ feedback: report }) => report && setFeedback({ image: item, ...report }),
          () => undefined,
        );
    }
  }, [id, tries, writes]);
  return { feedback, setFeedback };
}
