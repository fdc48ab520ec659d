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
 * for ordinary images. Does nothing in jobs without feedback. Feedback on the next image waits until the user has dismissed the
 * current one, which they may still read or appeal against.
 */
export function useGoldFeedback({ id, gold_feedback: tries = 0 }: Job) {
  const writes = useWritesOn('batch', `image/${id}`);
  const askedEntries = useRef(new Set<string>());
  const [waiting, setWaiting] = useState<readonly ImageFeedback[]>([]);
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
          ({ feedback: report }) => report && setWaiting((previous) => addFeedback(previous, { image: item, ...report })),
          () => undefined,
        );
    }
  }, [id, tries, writes]);
  const feedback = waiting[0] ?? null;
  return {
    feedback,
    dismiss: () => setWaiting((previous) => previous.filter(({ image }) => image !== feedback?.image)),
    markAppealed: (image: string) =>
      setWaiting((previous) => previous.map((each) => (each.image === image ? { ...each, appealed: true } : each))),
  };
}

/** Replaces the feedback on the same image, or appends it. */
function addFeedback(waiting: readonly ImageFeedback[], added: ImageFeedback): readonly ImageFeedback[] {
  return waiting.some(({ image }) => image === added.image)
    ? waiting.map((each) => (each.image === added.image ? added : each))
    : [...waiting, added];
}
