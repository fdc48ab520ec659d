import { Checkbox, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { announce } from '@console/shared-auth';
import { newId } from '@console/shared-contract/new-id';
import { useEffect, useId, useRef, useState } from 'react';
import { FormDialog } from '../dialogs/form-dialog';
import { csvMessages } from './csv-messages';
import { messages } from '../messages';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import type { CsvExchange, CsvPlan } from './exchange';
import { CsvFileError, readCsvFile } from './csv-file';
import { ErrorSummary, ImportErrors } from './import-errors';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  status: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
});

export interface ImportDialogProps<Plan extends CsvPlan> {
  exchange: CsvExchange<Plan>;
  /** Called after an import, with the key of its change set. */
  onApplied: (plan: Plan, changeSet: string) => void;
  onClose: () => void;
}

/**
 * Imports rows from a file after the user has seen a preview of the changes. If the import skips invalid rows, the dialog stays open, so
 * that the user can download and correct these rows.
 */
export function ImportDialog<Plan extends CsvPlan>({ exchange, onApplied, onClose }: ImportDialogProps<Plan>) {
  const styles = useStyles();
  const notify = useNotify();
  const inputId = useId();
  const [text, setText] = useState<string | null>(null);
  // A repeated import of a file uses the change set of the first attempt, because the server may already have executed that attempt.
  const [changeSet, setChangeSet] = useState(newId);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isCreatingMissing, setCreatingMissing] = useState(false);
  const [runningRequest, setRunningRequest] = useState<'reading' | 'importing' | null>(null);
  const downloadButton = useRef<HTMLButtonElement>(null);
  const sendRequest = async (
    step: 'reading' | 'importing',
    csv: string,
    createMissing: boolean,
    skipInvalid: boolean,
  ): Promise<Plan | null> => {
    setRunningRequest(step);
    setRefusal(null);
    try {
      return await exchange.importCsv(csv, step === 'reading', createMissing, skipInvalid, { changeSet });
    } catch (error) {
      setRefusal(`${exchange.messages.failed} ${describeRefusal(error)}`);
      return null;
    } finally {
      setRunningRequest(null);
    }
  };
  const chooseFile = async (file: File | undefined) => {
    setPlan(null);
    setText(null);
    setRefusal(null);
    setCreatingMissing(false);
    setChangeSet(newId());
    if (!file) return;
    try {
      const csv = await readCsvFile(file);
      setText(csv);
      setPlan(await sendRequest('reading', csv, false, true));
    } catch (error) {
      setRefusal(error instanceof CsvFileError ? error.message : csvMessages.unreadable);
    }
  };
  const previewWithMissing = async (createMissing: boolean) => {
    if (text === null || runningRequest) return;
    setCreatingMissing(createMissing);
    setPlan((await sendRequest('reading', text, createMissing, true)) ?? plan);
  };
  const submitImport = async () => {
    if (text === null || runningRequest || !plan) return;
    // Skip invalid rows only if the preview has shown that there are some.
    const importedPlan = await sendRequest('importing', text, isCreatingMissing, plan.errors.length > 0);
    if (!importedPlan) return;
    // If the server has imported nothing, rows have changed since the preview. Show the new preview.
    if (!importedPlan.applied) return void setPlan(importedPlan);
    notify.success({ title: exchange.messages.done(importedPlan) });
    void announce(...exchange.changes);
    onApplied(importedPlan, changeSet);
    if (importedPlan.errors.length > 0) setPlan(importedPlan);
    else onClose();
  };
  const isApplied = plan?.applied === true;
  useEffect(() => {
    // The submit button is disabled after the import and loses the focus, so focus the download button.
    if (isApplied) downloadButton.current?.focus();
  }, [isApplied]);
  const missingRowsText = plan && exchange.describeMissing?.(plan);
  const hasErrors = plan !== null && plan.errors.length > 0;
  const changes = plan && !isApplied && (!hasErrors || plan.invalid_rows !== undefined) ? exchange.countChanges(plan) : 0;
  return (
    <FormDialog
      title={exchange.messages.title}
      submitLabel={hasErrors && changes > 0 ? csvMessages.submitValid(plan.valid_rows ?? changes) : csvMessages.submit}
      closeLabel={isApplied ? messages.close : undefined}
      dirty={isApplied ? false : undefined}
      submitDisabled={changes === 0}
      busy={runningRequest === 'importing'}
      error={refusal}
      onSubmit={(event) => {
        event.preventDefault();
        void submitImport();
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
          onChange={({ currentTarget }) => void chooseFile(currentTarget.files?.[0])}
        />
        <div role="status" className={styles.status}>
          {runningRequest === 'reading' && <p className={styles.hint}>{csvMessages.reading}</p>}
          {plan && !hasErrors && changes === 0 && <p className={styles.hint}>{csvMessages.nothing}</p>}
          {isApplied && (
            <MessageBar intent="success">
              <MessageBarBody>{exchange.messages.done(plan)}</MessageBarBody>
            </MessageBar>
          )}
          {hasErrors && <ErrorSummary plan={plan} />}
        </div>
        {missingRowsText && !isApplied && (
          <Checkbox
            label={csvMessages.makeMissing(missingRowsText)}
            checked={isCreatingMissing}
            onChange={(_, { checked }) => void previewWithMissing(checked === true)}
          />
        )}
        {hasErrors && <ImportErrors plan={plan} fileName={exchange.fileName} downloadButton={downloadButton} />}
        {changes > 0 && plan && exchange.preview(plan)}
      </div>
    </FormDialog>
  );
}
