import type { Job } from '@console/shared-contract/api';
import { LazyComponent } from '@console/shared-ui/basics';
import { jobMessages } from '../../job/job-messages';
import type { useGoldFeedback } from './use-gold-feedback';

const loadFeedbackPanel = async () => (await import('./feedback-panel')).FeedbackPanel;

interface GoldFeedbackProps extends ReturnType<typeof useGoldFeedback> {
  kind: 'image' | 'similarity';
  job: Job;
  /** Id of the item on the screen. */
  currentItemId: string | undefined;
  onOpen: (itemId: string) => void;
  /** Removes the completion mark of the item, so that the user can correct the item. */
  onRemoveMark: (itemId: string) => void;
}

/**
 * Shows feedback on a gold-standard item (an item with known correct annotations) that the user has marked as done. Loads the panel on
 * demand.
 */
export function GoldFeedback({
  kind,
  job,
  currentItemId,
  feedback,
  markAppealed,
  dismiss,
  onOpen,
  onRemoveMark,
}: GoldFeedbackProps) {
  if (!feedback) return null;
  const { itemId } = feedback;
  return (
    <LazyComponent
      key={itemId}
      load={loadFeedbackPanel}
      title={jobMessages.feedback}
      props={{
        kind,
        job,
        feedback,
        isCurrent: itemId === currentItemId,
        onOpen: () => onOpen(itemId),
        onCorrect: () => {
          onRemoveMark(itemId);
          onOpen(itemId);
        },
        onAppealed: () => markAppealed(itemId),
        onDismiss: dismiss,
      }}
      skeleton={null}
    />
  );
}
