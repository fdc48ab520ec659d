import { Button, CheckIcon } from '@console/shared-ui/basics';
import { adjudicationMessages } from './adjudication-messages';

interface SubmitDecisionProps {
  undecidedCount: number;
  isPending: boolean;
  onSubmit: () => void;
}

/** The button that submits a decision, and the number of choices that are still missing. */
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
