import type { GoldFeedback, Job } from '@console/shared-contract/api';
import { api } from '@console/shared-auth';
import { useEffect, useRef, useState } from 'react';
import { useWritesOn } from '../../outbox';

/** Feedback on an image or group that the user has marked as done, and whose correct result is known. */
export interface ItemFeedback extends GoldFeedback {
  itemId: string;
}

/**
 * Requests feedback on each image or group that the user marks as done, after the server has saved the mark. The response is empty for
 * items without a known correct result. Feedback on the next item waits until the user has dismissed the current feedback, which the user
 * may still want to read or appeal. Does nothing in jobs without feedback.
 */
export function useGoldFeedback(kind: 'image' | 'similarity', { id, gold_feedback: maxFeedbackPerItem = 0 }: Job) {
  // The user's changes to items of this job, such as done marks.
  const itemWrites = useWritesOn('batch', `${kind}/${id}`);
  const requestedEntryIds = useRef(new Set<string>());
  const [feedbackQueue, setFeedbackQueue] = useState<readonly ItemFeedback[]>([]);
  useEffect(() => {
    if (maxFeedbackPerItem === 0) return;
    for (const { write, isConfirmed, entryId } of itemWrites) {
      if (write.kind !== 'mark-done' || !write.after || !isConfirmed || requestedEntryIds.current.has(entryId)) continue;
      requestedEntryIds.current.add(entryId);
      const { item: itemId } = write;
      api
        .call(`POST /annotate/v2/${kind}job/{id}/gold-feedback`, { params: { id }, body: { item: itemId } })
        // Failures are not shown, because the work is saved and the user cannot do anything about them.
        .then(
          ({ feedback: report }) => report && setFeedbackQueue((previous) => addFeedback(previous, { itemId, ...report })),
          () => undefined,
        );
    }
  }, [kind, id, maxFeedbackPerItem, itemWrites]);
  const feedback = feedbackQueue[0] ?? null;
  return {
    feedback,
    dismiss: () => setFeedbackQueue((previous) => previous.filter(({ itemId }) => itemId !== feedback?.itemId)),
    markAppealed: (itemId: string) =>
      setFeedbackQueue((previous) => previous.map((entry) => (entry.itemId === itemId ? { ...entry, appealed: true } : entry))),
  };
}

/** Replaces the feedback on the same item, or appends it. */
function addFeedback(feedbackQueue: readonly ItemFeedback[], newFeedback: ItemFeedback): readonly ItemFeedback[] {
  return feedbackQueue.some(({ itemId }) => itemId === newFeedback.itemId)
    ? feedbackQueue.map((entry) => (entry.itemId === newFeedback.itemId ? newFeedback : entry))
    : [...feedbackQueue, newFeedback];
}
