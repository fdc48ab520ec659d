import type { GoldAppeal } from '@console/shared-contract/api';
import { Button, Caption1, ContentDialog } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { GoldWorkComparison } from '../items/comparison';
import { qualityMessages } from '../quality-messages';
import { decideAppeal } from '../quality.queries';

const { appeals: messages } = qualityMessages;

/**
 * Shows an appeal of an annotator: the gold-standard annotations and the annotator's work, side by side. An open appeal has buttons
 * to accept or reject it.
 */
export function AppealDialog({ appeal, onClose }: { appeal: GoldAppeal; onClose: () => void }) {
  const { id, gold: goldId, image: imageId, job, user, text, state: appealState, decided_by: decider } = appeal;
  const write = useWrite({
    send: decideAppeal,
    success: (_, decision) =>
      decision.state === 'accepted' ? { title: messages.accepted, text: messages.acceptedText } : { title: messages.rejected },
    failure: messages.decideFailed,
  });
  const sendDecision = async (decision: 'accepted' | 'rejected') => {
    if ((await write.send({ id, state: decision }))?.ok) onClose();
  };
  return (
    <ContentDialog
      title={messages.title(user.username)}
      width="min(1200px, 100%)"
      maxWidth="96vw"
      onClose={onClose}
      actions={
        appealState === 'open' && (
          <>
            <Button appearance="primary" disabledFocusable={write.isPending} onClick={() => void sendDecision('accepted')}>
              {messages.accept}
            </Button>
            <Button disabledFocusable={write.isPending} onClick={() => void sendDecision('rejected')}>
              {messages.reject}
            </Button>
          </>
        )
      }
    >
      <p style={{ margin: 0, overflowWrap: 'anywhere' }}>{text}</p>
      <Caption1>
        {appealState === 'open'
          ? messages.hint
          : `${messages.states[appealState]}. ${decider ? messages.decidedBy(decider.username) : ''}`}
      </Caption1>
      <GoldWorkComparison gold={goldId} image={imageId} job={job.id} user={user.id} scored={false} />
    </ContentDialog>
  );
}
