import { Button, KeyboardIcon, LazyComponent, makeStyles } from '@console/shared-ui/basics';
import { useState } from 'react';
import { keyMessages } from './key-messages';
import { restoreCanvasFocus } from '../controls/focus-canvas';
import { NARROW_FOOTER, visuallyHidden } from '../controls/bar-styles';
import { KeyTooltip } from './key-tooltip';
import { useKeyAction } from './use-key-action';

const loadDialog = async () => (await import('./keys-dialog')).KeysDialog;

const useStyles = makeStyles({ word: { [NARROW_FOOTER]: visuallyHidden } });

/** Opens the dialog of keyboard shortcuts, by click or key. */
export function KeysButton() {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  const onClose = () => {
    setIsOpen(false);
    restoreCanvasFocus();
  };
  useKeyAction('help', () => setIsOpen(true));
  return (
    <>
      <KeyTooltip label={keyMessages.button} action="help">
        <Button size="small" appearance="subtle" icon={<KeyboardIcon />} onClick={() => setIsOpen(true)}>
          <span className={styles.word}>{keyMessages.button}</span>
        </Button>
      </KeyTooltip>
      {isOpen && <LazyComponent load={loadDialog} title={keyMessages.button} props={{ onClose }} skeleton={null} />}
    </>
  );
}
