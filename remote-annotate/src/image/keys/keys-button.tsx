import { Button, KeyboardIcon, makeStyles } from '@console/shared-ui/basics';
import { useState } from 'react';
import { messages } from '../../messages';
import { NARROW_FOOTER, visuallyHidden } from '../controls/bar-styles';
import { KeyTooltip } from './key-tooltip';
import { KeysDialog } from './keys-dialog';
import { useKeyAction } from './use-key-action';

const useStyles = makeStyles({ word: { [NARROW_FOOTER]: visuallyHidden } });

/** Opens the dialog of keyboard shortcuts, by click or key. */
export function KeysButton() {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  useKeyAction('help', () => setIsOpen(true));
  return (
    <>
      <KeyTooltip label={messages.canvas.keys.button} action="help">
        <Button size="small" appearance="subtle" icon={<KeyboardIcon />} onClick={() => setIsOpen(true)}>
          <span className={styles.word}>{messages.canvas.keys.button}</span>
        </Button>
      </KeyTooltip>
      {isOpen && <KeysDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
