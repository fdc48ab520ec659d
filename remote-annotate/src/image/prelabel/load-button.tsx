import { Button, AutoCompleteIcon, Tooltip } from '@console/shared-ui/basics';
import { predictMessages } from './predict-messages';
import { useKeyAction } from '../keys/use-key-action';
import { useLoadPrevious } from './use-load-previous';

/** A button that copies the objects of the image that the user verified last to the current image. */
export function LoadButton({ areShapesLoaded }: { areShapesLoaded: boolean }) {
  const { isOffered, isRunning, load } = useLoadPrevious(areShapesLoaded);
  const canLoad = areShapesLoaded && isOffered && !isRunning;
  useKeyAction('load', canLoad ? load : null);
  return (
    <Tooltip content={isOffered ? predictMessages.loadHint : predictMessages.nothingToLoad} relationship="description">
      <Button
        size="small"
        appearance="subtle"
        icon={<AutoCompleteIcon />}
        aria-busy={isRunning}
        disabledFocusable={!canLoad}
        onClick={load}
      >
        {predictMessages.load}
      </Button>
    </Tooltip>
  );
}
