import { api } from '@console/shared-auth';
import type { GroupCsvPlan } from '@console/shared-contract/api';
import { FormDialog, makeStyles, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useId, useState } from 'react';
import { readAsText } from '../files/read-file';
import { messages } from '../messages';
import { CsvPreview } from './csv-preview';

const words = messages.csv;
const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
});

const send = (csv: string, dry_run: boolean) => api.call('POST /similarity/training/v2/group/csv', { body: { csv, dry_run } });

/** Takes over groups from a file, once a person has seen what that makes and changes. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const inputId = useId();
  const [text, setText] = useState<string | null>(null);
  const [plan, setPlan] = useState<GroupCsvPlan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const preview = useWrite({ send: (csv: string) => send(csv, true), failure: words.failed, failureIn: 'form' });
  const taking = useWrite({
    send: (csv: string) => send(csv, false),
    success: ({ applied, created, changed }) => (applied ? { title: words.done(created.length + changed.length) } : undefined),
    failure: words.failed,
    failureIn: 'form',
    changes: () => [{ topic: 'groups' }],
  });
  const choose = async (file: File | undefined) => {
    setPlan(null);
    setRefusal(null);
    if (!file) return;
    const csv = await readAsText(file).catch(() => null);
    setText(csv);
    if (csv === null) {
      setRefusal(words.unreadable);
      return;
    }
    const written = await preview.send(csv);
    if (written?.ok) setPlan(written.answer);
    else if (written) setRefusal(written.message);
  };
  const submit = async () => {
    if (text === null) return;
    const written = await taking.send(text);
    if (!written) return;
    if (!written.ok) setRefusal(written.message);
    else if (written.answer.applied) onClose();
    // Somebody has changed what the preview went by.
    else setPlan(written.answer);
  };
  const changes = (plan?.created.length ?? 0) + (plan?.changed.length ?? 0);
  return (
    <FormDialog
      open
      title={words.title}
      submitLabel={words.submit}
      submitDisabled={!plan || plan.errors.length > 0 || changes === 0}
      busy={taking.isPending}
      error={refusal}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <div className={styles.content}>
        <p className={styles.hint}>{words.hint}</p>
        <label htmlFor={inputId}>{words.file}</label>
        <input
          id={inputId}
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
        {preview.isPending && <p className={styles.hint}>{words.reading}</p>}
        {plan && <CsvPreview plan={plan} />}
      </div>
    </FormDialog>
  );
}
