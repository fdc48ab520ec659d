import { Button, CheckIcon } from '@console/shared-ui/basics';
import { browserMessages } from '../data/browser-messages';
import type { Selection } from './use-selection';

interface SelectModeButtonProps {
  isSelecting: boolean;
  onSelectingChange: (isSelecting: boolean) => void;
  selection: Selection;
}

/** Turns on selection mode, in which the user selects images to change, to export or to save as a dataset version. */
export function SelectModeButton({ isSelecting, onSelectingChange, selection }: SelectModeButtonProps) {
  const stopSelecting = () => {
    selection.clear();
    onSelectingChange(false);
  };
  return (
    <Button
      icon={<CheckIcon />}
      aria-pressed={isSelecting}
      onClick={() => (isSelecting ? stopSelecting() : onSelectingChange(true))}
    >
      {isSelecting ? browserMessages.stopSelecting : browserMessages.startSelecting}
    </Button>
  );
}
