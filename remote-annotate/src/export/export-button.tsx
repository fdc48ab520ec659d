import { Button, DownloadIcon, LazyComponent } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { browserMessages } from '../browser/data/browser-messages';
import type { ImageSelection } from '../exchange/image-selection';

const texts = browserMessages.export;
const loadDialog = async () => (await import('./export-dialog')).ExportDialog;

/** Opens the export dialog for the listed or selected images. */
export function ExportButton({ imageSelection }: { imageSelection: ImageSelection }) {
  const dialog = useDialog<true>();
  return (
    <>
      <Button icon={<DownloadIcon />} disabledFocusable={imageSelection.total === 0} onClick={() => dialog.open(true)}>
        {texts.button}
      </Button>
      <DialogSlot dialog={dialog}>
        {(_, onClose) => (
          <LazyComponent load={loadDialog} title={texts.title} props={{ source: imageSelection, onClose }} skeleton={null} />
        )}
      </DialogSlot>
    </>
  );
}
