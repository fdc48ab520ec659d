import { Button, DownloadIcon, LazyPart } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import type { ListQuery } from '../browser/filters';
import { browserMessages } from '../browser-messages';

const words = browserMessages.export;
const loadDialog = async () => (await import('./export-dialog')).ExportDialog;

/** Takes out what a list shows, by its filters. */
export function ExportButton({ query, total }: { query: ListQuery; total: number }) {
  const dialog = useDialog<true>();
  return (
    <>
      <Button icon={<DownloadIcon />} disabledFocusable={total === 0} onClick={() => dialog.open(true)}>
        {words.button}
      </Button>
      <DialogSlot of={dialog}>
        {(_, onClose) => (
          <LazyPart load={loadDialog} title={words.title} props={{ what: { query, total }, onClose }} skeleton={null} />
        )}
      </DialogSlot>
    </>
  );
}
