import { Button } from '@console/shared-ui/basics';
import { useState } from 'react';
import { AddToGoldDialog } from './add-to-gold-dialog';
import { goldMessages } from './gold-messages';

export interface AddToGoldButtonProps {
  /** The selected images; null if all that match the filters are selected, whose ids are not known. */
  images: readonly string[] | null;
  size?: 'small';
}

/** Opens the dialog that makes the selected images gold items. */
export function AddToGoldButton({ images, size }: AddToGoldButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isPossible = images !== null;
  if (images?.length === 0) return null;
  return (
    <>
      <Button
        size={size}
        disabledFocusable={!isPossible}
        title={isPossible ? undefined : goldMessages.selectImages}
        onClick={() => isPossible && setOpen(true)}
      >
        {goldMessages.open}
      </Button>
      {isOpen && images && <AddToGoldDialog images={images} onClose={() => setOpen(false)} />}
    </>
  );
}
