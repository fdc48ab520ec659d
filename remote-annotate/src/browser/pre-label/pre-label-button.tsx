import { Button, LazyComponent } from '@console/shared-ui/basics';
import { useState } from 'react';
import type { ImageSelection } from '../../exchange/image-selection';
import { preLabelMessages } from './pre-label-messages';

const loadDialog = async () => (await import('./pre-label-dialog')).PreLabelDialog;

/** Opens the dialog that adds the predictions of a model to images. */
export function PreLabelButton({ selection }: { selection: ImageSelection }) {
  const [isOpen, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  return (
    <>
      <Button disabledFocusable={selection.total === 0} onClick={() => setOpen(selection.total > 0)}>
        {preLabelMessages.open}
      </Button>
      {isOpen && (
        <LazyComponent
          load={loadDialog}
          title={preLabelMessages.title(selection.total)}
          props={{ selection, onClose }}
          skeleton={null}
        />
      )}
    </>
  );
}
