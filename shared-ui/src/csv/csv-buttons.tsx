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

/** Export, import, and the way back from the last import of this visit. */
export function CsvButtons<Plan extends CsvPlan>({ exchange }: { exchange: CsvExchange<Plan> }) {
  const { messages: words } = exchange;
  const notify = useNotify();
  const dialog = useDialog<'import'>();
  const importer = useRef<HTMLButtonElement>(null);
  const [last, setLast] = useState<Plan | null>(null);
  const out = useWrite({
    send: async () => {
      try {
        saveCsvFile(exchange.fileName, await exchange.write());
      } catch (error) {
        notify.danger({ title: words.exportFailed, text: describeRefusal(error) });
      }
    },
    failure: words.exportFailed,
  });
  const undo = last && exchange.undo(last);
  const back = useWrite({
    send: async () => undo?.(),
    success: (undone) => undone && { title: messages.csv.undone(undone.undone), text: messages.csv.kept(undone.kept) },
    failure: messages.csv.undoFailed,
  });
  const takeBack = async () => {
    const written = await back.send();
    if (!written?.ok) return;
    // The button goes away with what it did.
    importer.current?.focus();
    setLast(null);
    void announce(...exchange.changes);
  };
  return (
    <>
      <Button icon={<DownloadIcon />} disabledFocusable={out.isPending} onClick={() => void out.send()}>
        {words.exportLabel}
      </Button>
      <Button ref={importer} icon={<UploadIcon />} onClick={() => dialog.open('import')}>
        {words.importLabel}
      </Button>
      {undo && (
        <Button icon={<UndoIcon />} disabledFocusable={back.isPending} onClick={() => void takeBack()}>
          {messages.csv.undo}
        </Button>
      )}
      <DialogSlot of={dialog}>
        {(_, close) => <ImportDialog exchange={exchange} onApplied={setLast} onClose={close} />}
      </DialogSlot>
    </>
  );
}
