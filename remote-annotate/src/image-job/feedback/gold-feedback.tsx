import type { Job } from '@console/shared-contract/api';
import { LazyComponent } from '@console/shared-ui/basics';
import { jobMessages } from '../../job/job-messages';
import type { useGoldFeedback } from './use-gold-feedback';

const loadFeedbackPanel = async () => (await import('./feedback-panel')).FeedbackPanel;

interface GoldFeedbackProps extends ReturnType<typeof useGoldFeedback> {
  kind: 'image' | 'similarity';
  job: Job;
  /** Id of the item on the screen. */
  current: string | undefined;
  onOpen: (item: string) => void;
  /** Removes the completion mark of the item, so that the user can correct the item. */
  onUnmark: (item: string) => void;
}

/**
 * Shows feedback on a gold-standard item (an item with known correct annotations) that the user has marked as done. Loads the panel on
 * demand.
 */
export function GoldFeedback({ kind, job, current, feedback, markAppealed, dismiss, onOpen, onUnmark }: GoldFeedbackProps) {
  if (!feedback) return null;
  const { item: itemId } = feedback;
  return (
    <LazyComponent
      key={itemId}
      load={loadFeedbackPanel}
      title={jobMessages.feedback}
      props={{
        kind,
        job,
        feedback,
        isCurrent: itemId === current,
        onOpen: () => onOpen(itemId),
        onCorrect: () => {
          onUnmark(itemId);
          onOpen(itemId);
        },
        onAppealed: () => markAppealed(itemId),
        onDismiss: dismiss,
      }}
      skeleton={null}
    />
  );
}
