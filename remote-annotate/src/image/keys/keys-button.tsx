import { Button, KeyboardIcon } from '@console/shared-ui/basics';
import { useState } from 'react';
import { messages } from '../../messages';
import { KeyTooltip } from './key-tooltip';
import { KeysDialog } from './keys-dialog';
import { useKeyAction } from './use-key-action';

/** Shows the keys, by a click or by their own key. */
export function KeysButton() {
  const [isOpen, setIsOpen] = useState(false);
  useKeyAction('help', () => setIsOpen(true));
  return (
    <>
      <KeyTooltip label={messages.canvas.keys.button} action="help">
        <Button size="small" appearance="subtle" icon={<KeyboardIcon />} onClick={() => setIsOpen(true)}>
          {messages.canvas.keys.button}
        </Button>
      </KeyTooltip>
      {isOpen && <KeysDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
