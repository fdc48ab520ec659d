import { Button, AutoCompleteIcon, Tooltip } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { useLoadPrevious } from './use-load-previous';

const words = messages.predict;

/** Adds the objects of the previous verified image. */
export function LoadButton({ isComplete }: { isComplete: boolean }) {
  const { isOffered, isRunning, load } = useLoadPrevious(isComplete);
  return (
    <Tooltip content={isOffered ? words.loadHint : words.nothingToLoad} relationship="description">
      <Button
        size="small"
        appearance="subtle"
        icon={<AutoCompleteIcon />}
        aria-busy={isRunning}
        disabledFocusable={!isComplete || !isOffered || isRunning}
        onClick={load}
      >
        {words.load}
      </Button>
    </Tooltip>
  );
}
