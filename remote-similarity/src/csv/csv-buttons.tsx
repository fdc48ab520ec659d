import { api } from '@console/shared-auth';
import { Button, DownloadIcon, UploadIcon } from '@console/shared-ui/basics';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { ImportDialog } from './import-dialog';

const words = messages.csv;

/** Groups and the names of their images, out to a file and in from one. */
export function CsvButtons() {
  const dialog = useDialog<'import'>();
  const write = useWrite({ send: download, failure: words.outFailed });
  return (
    <>
      <Button icon={<DownloadIcon />} disabledFocusable={write.isPending} onClick={() => void write.send()}>
        {words.out}
      </Button>
      <Button icon={<UploadIcon />} onClick={() => dialog.open('import')}>
        {words.in}
      </Button>
      <DialogSlot of={dialog}>{(_, close) => <ImportDialog onClose={close} />}</DialogSlot>
    </>
  );
}

async function download(): Promise<void> {
  const { csv } = await api.call('GET /similarity/training/v2/group/csv');
  // Spreadsheets take a file without the mark for one in the local code page.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = words.fileName;
  link.click();
  URL.revokeObjectURL(url);
}
