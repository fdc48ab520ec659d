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
  { id: 'detail', header: csvMessages.detail, cell: ({ detail }) => <WrappedText>{detail}</WrappedText> },
];
const getErrorId = ({ row, detail }: RowError) => `${row} ${detail}`;

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  wrapped: { display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere' },
});

/** Wraps a text instead of truncating it: on touch devices there is no tooltip with the complete text. */
function WrappedText({ children }: { children: string }) {
  return <span className={useStyles().wrapped}>{children}</span>;
}

export interface ImportDialogProps<Plan extends CsvPlan> {
  exchange: CsvExchange<Plan>;
  onApplied: (plan: Plan) => void;
  onClose: () => void;
}

/** Imports rows from a file after the user has seen a preview of the changes. */
export function ImportDialog<Plan extends CsvPlan>({ exchange, onApplied, onClose }: ImportDialogProps<Plan>) {
  const styles = useStyles();
  const notify = useNotify();
  const inputId = useId();
  const [text, setText] = useState<string | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isCreatingMissing, setCreatingMissing] = useState(false);
  const [busy, setBusy] = useState<'reading' | 'importing' | null>(null);
  const request = async (step: 'reading' | 'importing', csv: string, createMissing: boolean): Promise<Plan | null> => {
    setBusy(step);
    setRefusal(null);
    try {
      return await exchange.importCsv(csv, step === 'reading', createMissing);
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
    setCreatingMissing(false);
    if (!file) return;
    try {
      const csv = await readCsvFile(file);
      setText(csv);
      setPlan(await request('reading', csv, false));
    } catch (error) {
      setRefusal(error instanceof CsvFileError ? error.message : csvMessages.unreadable);
    }
  };
  const previewWithMissing = async (createMissing: boolean) => {
    if (text === null || busy) return;
    setCreatingMissing(createMissing);
    setPlan((await request('reading', text, createMissing)) ?? plan);
  };
  const submit = async () => {
    const done = text === null || busy ? null : await request('importing', text, isCreatingMissing);
    if (!done) return;
    // The rows have changed since the preview, so nothing was imported. Show the new preview.
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
            checked={isCreatingMissing}
            onChange={(_, { checked }) => void previewWithMissing(checked === true)}
          />
        )}
        {plan && plan.errors.length > 0 && (
          <DataTable label={csvMessages.detail} columns={columns} rows={plan.errors} rowId={getErrorId} />
        )}
        {changes > 0 && plan && exchange.preview(plan)}
      </div>
    </FormDialog>
  );
}
