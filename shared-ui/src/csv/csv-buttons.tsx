import { announce } from '@console/shared-auth';
import { Button } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { DownloadIcon, UndoIcon, UploadIcon } from '../icons';
import { messages } from '../messages';
import { DialogSlot, useDialog, useWrite } from '../pages';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import type { CsvExchange, CsvPlan } from './exchange';
import { ImportDialog } from './import-dialog';
import { saveCsvFile } from './csv-file';

/** Buttons for export, import and undo of the last import on this page. */
export function CsvButtons<Plan extends CsvPlan>({ exchange }: { exchange: CsvExchange<Plan> }) {
  const notify = useNotify();
  const dialog = useDialog<'import'>();
  const importButton = useRef<HTMLButtonElement>(null);
  const [lastImport, setLastImport] = useState<Plan | null>(null);
  const exportWrite = useWrite({
    send: async () => {
      try {
        saveCsvFile(exchange.fileName, await exchange.exportCsv());
      } catch (error) {
        notify.danger({ title: exchange.messages.exportFailed, text: describeRefusal(error) });
      }
    },
    failure: exchange.messages.exportFailed,
  });
  const undo = lastImport && exchange.undo(lastImport);
  const undoWrite = useWrite({
    send: async () => undo?.(),
    success: (result) => result && { title: messages.csv.undone(result.undone), text: messages.csv.skipped(result.skipped) },
    failure: messages.csv.undoFailed,
  });
  const undoImport = async () => {
    const result = await undoWrite.send();
    if (!result?.ok) return;
    // The Undo button disappears when it is pressed, so the focus moves to the Import button.
    importButton.current?.focus();
    setLastImport(null);
    void announce(...exchange.changes);
  };
  return (
    <>
      <Button icon={<DownloadIcon />} disabledFocusable={exportWrite.isPending} onClick={() => void exportWrite.send()}>
        {exchange.messages.exportLabel}
      </Button>
      <Button ref={importButton} icon={<UploadIcon />} onClick={() => dialog.open('import')}>
        {exchange.messages.importLabel}
      </Button>
      {undo && (
        <Button icon={<UndoIcon />} disabledFocusable={undoWrite.isPending} onClick={() => void undoImport()}>
          {messages.csv.undo}
        </Button>
      )}
      <DialogSlot dialog={dialog}>
        {(_, close) => <ImportDialog exchange={exchange} onApplied={setLastImport} onClose={close} />}
      </DialogSlot>
    </>
  );
}
