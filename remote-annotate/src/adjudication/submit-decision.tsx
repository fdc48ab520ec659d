import { Button, CheckIcon } from '@console/shared-ui/basics';
import { adjudicationMessages } from './adjudication-messages';

interface SubmitDecisionProps {
  undecidedCount: number;
  isPending: boolean;
  onSubmit: () => void;
}

/** The button that sends a decision, and how much is still undecided. */
export function SubmitDecision({ undecidedCount, isPending, onSubmit }: SubmitDecisionProps) {
  return (
    <>
      <Button
        appearance="primary"
        icon={<CheckIcon />}
        disabledFocusable={isPending}
        aria-keyshortcuts="Control+Enter"
        onClick={onSubmit}
      >
        {adjudicationMessages.submit}
      </Button>
      <span role="status">
        {undecidedCount > 0 ? adjudicationMessages.undecided(undecidedCount) : adjudicationMessages.allDecided}
      </span>
    </>
  );
}
