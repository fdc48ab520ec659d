import type { Import } from '@console/shared-contract/api';
import { ArrowLeftIcon, Button, ConfirmDialog, makeStyles, TextField, tokens } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useEffect, useRef, useState } from 'react';
import { takeDropped } from '../exchange/dropped';
import { isId, type ExchangeState } from '../exchange/exchange-address';
import { WideDialog } from '../exchange/wide-dialog';
import { exchangeMessages } from '../exchange/exchange-messages';
import { importMessages as words } from './data/import-messages';
import { ChooseFiles } from './choose-files';
import { ImportList } from './import-list';
import { ImportScreen } from './import-screen';
import { forgetImport, importChanged, undoImport, usePlaces } from './data/imports.queries';
import { sender } from './sending/sender';
import { useNewImport } from './sending/use-new-import';

const useStyles = makeStyles({
  back: { alignSelf: 'flex-start' },
  place: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM },
  field: { flex: '1 1 200px', minWidth: 0 },
});

/** Asks for confirmation in place of the dialog. */
interface Asked {
  what: 'undo' | 'forget';
  row: Import;
}

/** Brings in files: what has been imported, and one import in each of its states. */
export function ImportsDialog({ state: { values, set } }: { state: Pick<ExchangeState, 'values' | 'set'> }) {
  const styles = useStyles();
  const [asked, setAsked] = useState<Asked | null>(null);
  const undo = useWrite({ send: undoImport, failure: words.result.undoFailed });
  const forget = useWrite({ send: forgetImport, failure: words.list.forgetFailed });
  const open = (id: string) => set({ imports: id });
  const { begin, isPending } = useNewImport(open);
  const close = () => set({ imports: '' });
  const beginLatest = useRef(begin);
  useEffect(() => {
    beginLatest.current = begin;
  });
  useEffect(() => {
    const files = takeDropped();
    if (files.length > 0) void beginLatest.current(files);
  }, []);

  if (asked)
    return (
      <ConfirmDialog
        open
        danger
        title={asked.what === 'undo' ? words.result.undoTitle(asked.row.name) : words.list.forgetTitle(asked.row.name)}
        confirmLabel={asked.what === 'undo' ? words.result.undo : words.list.forget}
        busy={undo.isPending || forget.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked.what === 'forget') sender.stop(asked.row.id);
          void (asked.what === 'undo' ? undo : forget).send(asked.row.id).then(() => {
            setAsked(null);
            return importChanged();
          });
        }}
      >
        {asked.what === 'undo' ? words.result.undoText : words.list.forgetText}
      </ConfirmDialog>
    );
  if (isId(values.imports))
    return (
      <WideDialog title={words.title} onClose={close}>
        <Button className={styles.back} icon={<ArrowLeftIcon />} appearance="subtle" onClick={() => set({ imports: 'list' })}>
          {exchangeMessages.back}
        </Button>
        <ImportScreen key={values.imports} id={values.imports} onUndo={(row) => setAsked({ what: 'undo', row })} />
      </WideDialog>
    );
  return (
    <WideDialog title={words.title} onClose={close}>
      <ChooseFiles onChoose={(files) => void begin(files)} disabled={isPending} />
      <FromPlace disabled={isPending} onChoose={(place) => void begin(place)} />
      <ImportList onOpen={open} onForget={(row) => setAsked({ what: 'forget', row })} />
    </WideDialog>
  );
}

/** Imports from server folders and buckets that the operator has allowed. Renders nothing if there are none. */
function FromPlace({ disabled, onChoose }: { disabled: boolean; onChoose: (from: { place: string; path: string }) => void }) {
  const styles = useStyles();
  const places = usePlaces().data ?? [];
  const [place, setPlace] = useState<string | null>(null);
  const [path, setPath] = useState('');
  const [first] = places;
  if (first === undefined) return null;
  return (
    <form
      className={styles.place}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ place: place ?? first, path: path.trim() });
      }}
    >
      <div className={styles.field}>
        <SelectField
          label={words.choose.place}
          choices={places.map((value) => ({ value, label: value }))}
          value={place ?? first}
          onChange={setPlace}
        />
      </div>
      <div className={styles.field}>
        <TextField
          label={words.choose.path}
          value={path}
          onChange={({ currentTarget }) => setPath((currentTarget as HTMLInputElement).value)}
        />
      </div>
      <Button type="submit" disabledFocusable={disabled}>
        {words.choose.fromPlace}
      </Button>
    </form>
  );
}
