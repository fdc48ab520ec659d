import type { Job } from '@console/shared-contract/api';
import { LazyComponent } from '@console/shared-ui/basics';
import { jobMessages } from '../../job/job-messages';
import type { useGoldFeedback } from './use-gold-feedback';

const loadFeedbackPanel = async () => (await import('./feedback-panel')).FeedbackPanel;

export interface GoldFeedbackProps extends ReturnType<typeof useGoldFeedback> {
  kind: 'image' | 'similarity';
  job: Job;
  /** Id of the item on the screen. */
  current: string | undefined;
  onOpen: (item: string) => void;
  /** Removes the mark of the item, so that it can be corrected. */
  onUnmark: (item: string) => void;
}

/**
 * The feedback on the last gold-standard item that the user marked as done, if there is any. Loads its panel when it is needed.
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
