import { Button, CheckIcon } from '@console/shared-ui/basics';
import { browserMessages } from '../data/browser-messages';
import type { Selection } from './use-selection';

export interface PickButtonProps {
  isPicking: boolean;
  onPick: (isPicking: boolean) => void;
  selection: Selection;
}

/** Turns on selection mode, in which the user selects images to change, to export or to save as a version. */
export function PickButton({ isPicking, onPick, selection }: PickButtonProps) {
  const stop = () => {
    selection.clear();
    onPick(false);
  };
  return (
    <Button icon={<CheckIcon />} aria-pressed={isPicking} onClick={() => (isPicking ? stop() : onPick(true))}>
      {isPicking ? browserMessages.endPicking : browserMessages.pick}
    </Button>
  );
}
