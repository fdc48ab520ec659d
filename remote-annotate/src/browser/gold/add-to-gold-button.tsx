import { Button } from '@console/shared-ui/basics';
import { useState } from 'react';
import type { Selection } from '../selection/use-selection';
import { AddToGoldDialog } from './add-to-gold-dialog';
import { goldMessages } from './gold-messages';

/** Opens the dialog that makes the selected images gold items. */
export function AddToGoldButton({ selection }: { selection: Selection }) {
  const [isOpen, setOpen] = useState(false);
  const isPossible = !selection.all && selection.ids.size > 0;
  if (!selection.all && selection.ids.size === 0) return null;
  return (
    <>
      <Button
        disabledFocusable={!isPossible}
        title={isPossible ? undefined : goldMessages.selectImages}
        onClick={() => isPossible && setOpen(true)}
      >
        {goldMessages.open}
      </Button>
      {isOpen && <AddToGoldDialog images={[...selection.ids]} onClose={() => setOpen(false)} />}
    </>
  );
}
