import { usePermission } from '@console/shared-auth';
import { Button, Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { DownloadIcon, UndoIcon, UploadIcon } from '../icons';
import { undoMessages } from '../undo/undo-messages';
import { csvMessages } from './csv-messages';
import { DialogSlot, useDialog, useWrite } from '../pages';
import { useUndo } from '../undo';
import type { CsvExchange, CsvPlan } from './exchange';
import { ImportDialog } from './import-dialog';
import { saveCsvFile } from './csv-file';

interface AppliedImport {
  /** Title of the toast after the import was undone. */
  title: string;
  /** Key of the change set of the import, for Undo. */
  changeSet: string;
}

/** Buttons for export, import and undo of the last import on this page. Users who may not manage the workspace can export only. */
export function CsvButtons<Plan extends CsvPlan>({ exchange }: { exchange: CsvExchange<Plan> }) {
  const canImport = usePermission('manage');
  const dialog = useDialog<'import'>();
  const importButton = useRef<HTMLButtonElement>(null);
  /** Imports on this page that can be undone, oldest first. The Undo button undoes the last import. */
  const [imports, setImports] = useState<readonly AppliedImport[]>([]);
  const exportWrite = useWrite({
    send: async (exportCsv: CsvExchange<Plan>['exportCsv']) => saveCsvFile(exchange.fileName, await exportCsv()),
    failure: exchange.messages.exportFailed,
  });
  const lastImport = imports.at(-1);
  const undo = useUndo();
  const undoWrite = useWrite({
    send: async ({ title, changeSet }: AppliedImport) => undo(title, { changeSet, changes: exchange.changes }),
    failure: undoMessages.failed,
  });
  const undoImport = async (appliedImport: AppliedImport) => {
    const result = await undoWrite.send(appliedImport);
    if (!result?.ok || !result.result) return;
    // After the undo of the only remaining import, the Undo button disappears. Move the focus to the Import button.
    if (imports.length === 1) importButton.current?.focus();
    setImports((current) => current.slice(0, -1));
  };
  return (
    <>
      <ExportButton
        exchange={exchange}
        isPending={exportWrite.isPending}
        onExport={(exportCsv) => void exportWrite.send(exportCsv)}
      />
      {canImport && (
        <Button ref={importButton} icon={<UploadIcon />} onClick={() => dialog.open('import')}>
          {exchange.messages.importLabel}
        </Button>
      )}
      {lastImport && (
        <Button icon={<UndoIcon />} disabledFocusable={undoWrite.isPending} onClick={() => void undoImport(lastImport)}>
          {csvMessages.undo}
        </Button>
      )}
      <DialogSlot dialog={dialog}>
        {(_, close) => (
          <ImportDialog
            exchange={exchange}
            onApplied={(plan, changeSet) =>
              setImports((current) => [...current, { title: exchange.messages.done(plan), changeSet }])
            }
            onClose={close}
          />
        )}
      </DialogSlot>
    </>
  );
}

interface ExportButtonProps<Plan extends CsvPlan> {
  exchange: CsvExchange<Plan>;
  isPending: boolean;
  onExport: (exportCsv: CsvExchange<Plan>['exportCsv']) => void;
}

/** Exports all rows. For a filtered list, shows a menu to choose between the matching rows and all rows. */
function ExportButton<Plan extends CsvPlan>({ exchange, isPending, onExport }: ExportButtonProps<Plan>) {
  const { filtered, messages: exchangeMessages, exportCsv } = exchange;
  if (!filtered)
    return (
      <Button icon={<DownloadIcon />} disabledFocusable={isPending} onClick={() => onExport(exportCsv)}>
        {exchangeMessages.exportLabel}
      </Button>
    );
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton icon={<DownloadIcon />} disabledFocusable={isPending}>
          {exchangeMessages.exportLabel}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => onExport(filtered.exportCsv)}>{filtered.label}</MenuItem>
          <MenuItem onClick={() => onExport(exportCsv)}>{filtered.allLabel}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
