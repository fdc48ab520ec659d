import type { Import } from '@console/shared-contract/api';
import { ArrowLeftIcon, Button, ConfirmDialog, makeStyles, TextField, tokens } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useEffect, useRef, useState } from 'react';
import { consumeDroppedFiles } from '../exchange/dropped';
import { isId, type ExchangeState } from '../exchange/exchange-url-params';
import { WideDialog } from '../exchange/wide-dialog';
import { exchangeMessages } from '../exchange/exchange-messages';
import { importMessages as texts } from './data/import-messages';
import { ChooseFiles } from './choose-files';
import { ImportList } from './import-list';
import { ImportScreen } from './import-screen';
import { deleteImport, refreshImports, undoImport, useImportPlaces } from './data/imports.queries';
import { sender } from './sending/sender';
import { useNewImport } from './sending/use-new-import';

const useStyles = makeStyles({
  back: { alignSelf: 'flex-start' },
  place: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM },
  field: { flex: '1 1 200px', minWidth: 0 },
});

/** An action that the user must confirm. The question replaces the dialog. */
interface PendingConfirmation {
  action: 'undo' | 'forget';
  row: Import;
}

/** The dialog that starts imports, lists them, and shows one import. */
export function ImportsDialog({ state: { values, set } }: { state: Pick<ExchangeState, 'values' | 'set'> }) {
  const styles = useStyles();
  const [confirmation, setConfirmation] = useState<PendingConfirmation | null>(null);
  const undoWrite = useWrite({ send: undoImport, failure: texts.result.undoFailed });
  const deleteWrite = useWrite({ send: deleteImport, failure: texts.list.forgetFailed });
  const openImport = (id: string) => set({ imports: id });
  const { start, isPending } = useNewImport(openImport);
  const closeDialog = () => set({ imports: '' });
  const latestStart = useRef(start);
  useEffect(() => {
    latestStart.current = start;
  });
  useEffect(() => {
    const files = consumeDroppedFiles();
    if (files.length > 0) void latestStart.current(files);
  }, []);

  if (confirmation)
    return (
      <ConfirmDialog
        open
        danger
        title={
          confirmation.action === 'undo'
            ? texts.result.undoTitle(confirmation.row.name)
            : texts.list.forgetTitle(confirmation.row.name)
        }
        confirmLabel={confirmation.action === 'undo' ? texts.result.undo : texts.list.forget}
        busy={undoWrite.isPending || deleteWrite.isPending}
        onCancel={() => setConfirmation(null)}
        onConfirm={() => {
          if (confirmation.action === 'forget') sender.stop(confirmation.row.id);
          void (confirmation.action === 'undo' ? undoWrite : deleteWrite).send(confirmation.row.id).then(() => {
            setConfirmation(null);
            return refreshImports();
          });
        }}
      >
        {confirmation.action === 'undo' ? texts.result.undoText : texts.list.forgetText}
      </ConfirmDialog>
    );
  if (isId(values.imports))
    return (
      <WideDialog title={texts.title} onClose={closeDialog}>
        <Button className={styles.back} icon={<ArrowLeftIcon />} appearance="subtle" onClick={() => set({ imports: 'list' })}>
          {exchangeMessages.back}
        </Button>
        <ImportScreen key={values.imports} id={values.imports} onUndo={(row) => setConfirmation({ action: 'undo', row })} />
      </WideDialog>
    );
  return (
    <WideDialog title={texts.title} onClose={closeDialog}>
      <ChooseFiles onChoose={(files) => void start(files)} disabled={isPending} />
      <ImportFromServer disabled={isPending} onChoose={(source) => void start(source)} />
      <ImportList onOpen={openImport} onForget={(row) => setConfirmation({ action: 'forget', row })} />
    </WideDialog>
  );
}

/** Lets the user import from folders and buckets that the operator of the server has allowed, if there are any. */
function ImportFromServer({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (source: { place: string; path: string }) => void;
}) {
  const styles = useStyles();
  const places = useImportPlaces().data ?? [];
  const [importPlace, setPlace] = useState<string | null>(null);
  const [path, setPath] = useState('');
  const [firstPlace] = places;
  if (firstPlace === undefined) return null;
  return (
    <form
      className={styles.place}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ place: importPlace ?? firstPlace, path: path.trim() });
      }}
    >
      <div className={styles.field}>
        <SelectField
          label={texts.choose.place}
          choices={places.map((value) => ({ value, label: value }))}
          value={importPlace ?? firstPlace}
          onChange={setPlace}
        />
      </div>
      <div className={styles.field}>
        <TextField
          label={texts.choose.path}
          value={path}
          onChange={({ currentTarget }) => setPath((currentTarget as HTMLInputElement).value)}
        />
      </div>
      <Button type="submit" disabledFocusable={disabled}>
        {texts.choose.importFromServer}
      </Button>
    </form>
  );
}
