import { Checkbox, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { announce } from '@console/shared-auth';
import { useId, useState } from 'react';
import { FormDialog } from '../dialogs/form-dialog';
import { messages } from '../messages';
import { type Column, DataTable } from '../table';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import type { CsvExchange, CsvPlan } from './exchange';
import { CsvFileError, readCsvFile } from './csv-file';

const csvMessages = messages.csv;
type RowError = CsvPlan['errors'][number];
const columns: Column<RowError>[] = [
  { id: 'row', header: csvMessages.row, cell: ({ row }) => String(row), width: '72px' },
  { id: 'detail', header: csvMessages.detail, cell: ({ detail }) => <WholeReason detail={detail} /> },
];
const idOf = ({ row, detail }: RowError) => `${row} ${detail}`;

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  reason: { display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere' },
});

/** In as many lines as it needs: a finger finds no tooltip of what is cut. */
function WholeReason({ detail }: { detail: string }) {
  return <span className={useStyles().reason}>{detail}</span>;
}

export interface ImportDialogProps<Plan extends CsvPlan> {
  exchange: CsvExchange<Plan>;
  onApplied: (plan: Plan) => void;
  onClose: () => void;
}

/** Takes over rows from a file, once a person has seen what that makes and changes. */
export function ImportDialog<Plan extends CsvPlan>({ exchange, onApplied, onClose }: ImportDialogProps<Plan>) {
  const styles = useStyles();
  const notify = useNotify();
  const inputId = useId();
  const [text, setText] = useState<string | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [busy, setBusy] = useState<'reading' | 'importing' | null>(null);
  const ask = async (what: 'reading' | 'importing', csv: string, making: boolean): Promise<Plan | null> => {
    setBusy(what);
    setRefusal(null);
    try {
      return await exchange.send(csv, what === 'reading', making);
    } catch (error) {
      setRefusal(`${exchange.messages.failed} ${describeRefusal(error)}`);
      return null;
    } finally {
      setBusy(null);
    }
  };
  const choose = async (file: File | undefined) => {
    setPlan(null);
    setText(null);
    setRefusal(null);
    setMaking(false);
    if (!file) return;
    try {
      const csv = await readCsvFile(file);
      setText(csv);
      setPlan(await ask('reading', csv, false));
    } catch (error) {
      setRefusal(error instanceof CsvFileError ? error.message : csvMessages.unreadable);
    }
  };
  const makeMissing = async (making: boolean) => {
    if (text === null || busy) return;
    setMaking(making);
    setPlan((await ask('reading', text, making)) ?? plan);
  };
  const submit = async () => {
    const done = text === null || busy ? null : await ask('importing', text, isMaking);
    if (!done) return;
    // Somebody has changed what the preview went by.
    if (!done.applied) return void setPlan(done);
    notify.success({ title: exchange.messages.done(done) });
    void announce(...exchange.changes);
    onApplied(done);
    onClose();
  };
  const missing = plan && exchange.describeMissing?.(plan);
  const changes = plan && plan.errors.length === 0 ? exchange.countChanges(plan) : 0;
  return (
    <FormDialog
      open
      title={exchange.messages.title}
      submitLabel={csvMessages.submit}
      submitDisabled={changes === 0}
      busy={busy === 'importing'}
      error={refusal}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <div className={styles.content}>
        <p className={styles.hint}>{exchange.messages.hint}</p>
        <p className={styles.hint}>{csvMessages.hint}</p>
        <label htmlFor={inputId}>{csvMessages.file}</label>
        <input
          id={inputId}
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
        <div role="status">
          {busy === 'reading' && <p className={styles.hint}>{csvMessages.reading}</p>}
          {plan && plan.errors.length === 0 && changes === 0 && <p className={styles.hint}>{csvMessages.nothing}</p>}
          {plan && plan.errors.length > 0 && (
            <MessageBar intent="error">
              <MessageBarBody>{csvMessages.errors(new Set(plan.errors.map(({ row }) => row)).size)}</MessageBarBody>
            </MessageBar>
          )}
        </div>
        {missing && (
          <Checkbox
            label={csvMessages.makeMissing(missing)}
            checked={isMaking}
            onChange={(_, { checked }) => void makeMissing(checked === true)}
          />
        )}
        {plan && plan.errors.length > 0 && <DataTable label={csvMessages.detail} columns={columns} rows={plan.errors} rowId={idOf} />}
        {changes > 0 && plan && exchange.preview(plan)}
      </div>
    </FormDialog>
  );
}
