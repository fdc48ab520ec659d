import { Button, CheckIcon, Text } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { Selection } from './use-selection';

const { browser } = messages;

export interface PickButtonProps {
  isPicking: boolean;
  onPick: (on: boolean) => void;
  selection: Selection;
}

/** Turns on selection mode, in which the user selects images to export or to save as a version. */
export function PickButton({ isPicking, onPick, selection }: PickButtonProps) {
  const stop = () => {
    selection.clear();
    onPick(false);
  };
  return (
    <>
      <Button icon={<CheckIcon />} aria-pressed={isPicking} onClick={() => (isPicking ? stop() : onPick(true))}>
        {isPicking ? browser.endPicking : browser.pick}
      </Button>
      {isPicking && <Text role="status">{browser.selected(selection.ids.size)}</Text>}
    </>
  );
}
