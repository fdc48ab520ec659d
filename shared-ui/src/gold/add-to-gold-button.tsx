import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { AddToGoldDialog } from './add-to-gold-dialog';
import { goldMessages, type GoldKind } from './gold-messages';

export interface AddToGoldButtonProps {
  kind: GoldKind;
  /** Ids of the selected images or groups. Null if the user selected all that match the filters: their ids are unknown. */
  ids: readonly string[] | null;
  size?: 'small';
}

/** Opens the dialog that turns the selected images or groups into gold items (items with a known correct result). */
export function AddToGoldButton({ kind, ids, size }: AddToGoldButtonProps) {
  const messages = goldMessages[kind];
  const [isOpen, setOpen] = useState(false);
  const isPossible = ids !== null;
  if (ids?.length === 0) return null;
  return (
    <>
      <Button
        size={size}
        disabledFocusable={!isPossible}
        title={isPossible ? undefined : messages.selectSingly}
        onClick={() => isPossible && setOpen(true)}
      >
        {messages.open}
      </Button>
      {isOpen && ids && <AddToGoldDialog kind={kind} ids={ids} onClose={() => setOpen(false)} />}
    </>
  );
}
