import { announce, isMissingCall } from '@console/shared-auth';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { Button } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { DownloadIcon, UndoIcon, UploadIcon } from '../icons';
import { messages } from '../messages';
import { DialogSlot, useDialog, useWrite } from '../pages';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import { ImportDialog } from './import-dialog';
import { saveCsvFile } from './read-csv-file';
import type { CsvUndone } from './undo';

/** What a file would do, or has done. */
export interface CsvPlan {
  errors: readonly { row: number; detail: string }[];
  applied: boolean;
}

/** How rows of one sort go out to a file and come in from one. */
export interface CsvExchange<Plan extends CsvPlan> {
  fileName: string;
  words: {
    out: string;
    in: string;
    outFailed: string;
    title: string;
    hint: string;
    failed: string;
    done: (plan: Plan) => string;
  };
  /** The table in parts, each without a newline at its end. */
  write: () => Promise<readonly string[]>;
  send: (csv: string, dry_run: boolean) => Promise<Plan>;
  /** How many rows it makes and changes. */
  changesIn: (plan: Plan) => number;
  /** What a plan without errors does, for the person. */
  preview: (plan: Plan) => ReactNode;
  changes: readonly Change[];
  /** Takes an applied plan back; null where the plan says nothing of how. */
  undo: (plan: Plan) => (() => Promise<CsvUndone>) | null;
}

/** Why a call failed; in a deployment of before it, that. */
export const reasonFor = (error: unknown) => (isMissingCall(error) ? messages.csv.missing : describeRefusal(error));

/** Export, import, and the way back from the last import of this visit. */
export function CsvButtons<Plan extends CsvPlan>({ exchange }: { exchange: CsvExchange<Plan> }) {
  const { words } = exchange;
  const notify = useNotify();
  const dialog = useDialog<'import'>();
  const [last, setLast] = useState<Plan | null>(null);
  const out = useWrite({
    send: async () => {
      try {
        saveCsvFile(exchange.fileName, await exchange.write());
      } catch (error) {
        notify.danger({ title: words.outFailed, text: reasonFor(error) });
      }
    },
    failure: words.outFailed,
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
    setLast(null);
    void announce(...exchange.changes);
  };
  return (
    <>
      <Button icon={<DownloadIcon />} disabledFocusable={out.isPending} onClick={() => void out.send()}>
        {words.out}
      </Button>
      <Button icon={<UploadIcon />} onClick={() => dialog.open('import')}>
        {words.in}
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
