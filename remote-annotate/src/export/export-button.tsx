import { Button, DownloadIcon, LazyComponent } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { browserMessages } from '../browser/data/browser-messages';
import type { Taken } from '../exchange/taken';

const words = browserMessages.export;
const loadDialog = async () => (await import('./export-dialog')).ExportDialog;

/** Opens the export dialog for the listed or selected images. */
export function ExportButton({ taken }: { taken: Taken }) {
  const dialog = useDialog<true>();
  return (
    <>
      <Button icon={<DownloadIcon />} disabledFocusable={taken.total === 0} onClick={() => dialog.open(true)}>
        {words.button}
      </Button>
      <DialogSlot dialog={dialog}>
        {(_, onClose) => <LazyComponent load={loadDialog} title={words.title} props={{ what: taken, onClose }} skeleton={null} />}
      </DialogSlot>
    </>
  );
}
