import type { GoldFeedback, Job } from '@console/shared-contract/api';
import { api } from '@console/shared-auth';
import { useEffect, useRef, useState } from 'react';
import { useWritesOn } from '../../outbox';

/** Feedback on an image that the user has marked as done. */
export interface ImageFeedback extends GoldFeedback {
  image: string;
}

/**
 * Asks for feedback on each image that the user marks as done, as soon as the server has saved the mark. The server responds with nothing
 * for ordinary images. Only in jobs that give feedback.
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
        // A failure is not shown: there is nothing that the user could do, and the work is saved.
        .then(
          ({ feedback: report }) => report && setFeedback({ image: item, ...report }),
          () => undefined,
        );
    }
  }, [id, tries, writes]);
  return { feedback, setFeedback };
}
