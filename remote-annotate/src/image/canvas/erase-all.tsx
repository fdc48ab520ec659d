import { Button, ConfirmDialog, DeleteIcon, makeStyles } from '@console/shared-ui/basics';
import { useState } from 'react';
import { useTopic } from '../../editor/view/layer/use-topic';
import { imageMessages } from '../data/image-messages';
import { NARROW_FOOTER, visuallyHidden } from '../controls/bar-styles';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';

const useStyles = makeStyles({ word: { [NARROW_FOOTER]: visuallyHidden } });

/**
 * A button that deletes all unlocked shapes after a confirmation. It is disabled until all shapes are loaded (`areShapesLoaded`). Mount a new
 * instance for another image.
 */
export function EraseAll({ areShapesLoaded }: { areShapesLoaded: boolean }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const lockedIds = useTopic(editor.topics.locked);
  const [isConfirming, setIsConfirming] = useState(false);
  const lockedCount = isConfirming ? shapes.filter(({ id }) => lockedIds.has(id)).length : 0;
  const canErase = areShapesLoaded && shapes.length > 0;
  useKeyAction('erase-all', canErase ? () => setIsConfirming(true) : null);
  return (
    <>
      <KeyTooltip label={imageMessages.eraseAll} action="erase-all">
        <Button size="small" appearance="subtle" icon={<DeleteIcon />} disabled={!canErase} onClick={() => setIsConfirming(true)}>
          <span className={styles.word}>{imageMessages.eraseAll}</span>
        </Button>
      </KeyTooltip>
      <ConfirmDialog
        open={isConfirming}
        title={imageMessages.eraseAllTitle}
        confirmLabel={imageMessages.eraseAll}
        onConfirm={() => {
          editor.eraseAll();
          setIsConfirming(false);
        }}
        onCancel={() => setIsConfirming(false)}
      >
        {imageMessages.eraseAllText}
        {lockedCount > 0 && ` ${imageMessages.eraseAllLocked(lockedCount)}`}
      </ConfirmDialog>
    </>
  );
}
