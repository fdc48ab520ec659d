import { Button, KeyboardIcon } from '@console/shared-ui/basics';
import { lazy, Suspense, useState } from 'react';
import { messages } from '../../messages';
import { KeyTooltip } from './key-tooltip';
import { useKeyAction } from './use-key-action';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog')).KeysDialog }));

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
      {isOpen && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
