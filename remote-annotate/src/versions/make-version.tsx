import { Button, makeStyles, MessageBar, MessageBarBody, Text, TextField, tokens, useNotify } from '@console/shared-ui/basics';
import { SwitchField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import type { Taken } from '../exchange/taken';
import { versionsMessages } from './versions-messages';
import { makeVersion, versionsChanged, type NewVersion } from './versions.queries';

const words = versionsMessages.make;
const SHORTEST = 3;

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM },
  name: { flex: '1 1 220px', minWidth: 0 },
});

/** A form that saves the listed or selected images as a named version. */
export function MakeVersion({ taken }: { taken: Taken }) {
  const { total } = taken;
  const styles = useStyles();
  const notify = useNotify();
  const [values, setValues] = useState<NewVersion>({ name: '', onlyVerified: false });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isTooShort, setTooShort] = useState(false);
  const write = useWrite({ send: (asked: NewVersion) => makeVersion(taken, asked), failure: words.failed, failureIn: 'form' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTooShort(values.name.trim().length < SHORTEST);
    if (values.name.trim().length < SHORTEST) return;
    setRefusal(null);
    const written = await write.send(values);
    if (!written) return;
    if (!written.ok) return setRefusal(written.message);
    notify.success({ title: words.started(values.name.trim()) });
    setValues({ name: '', onlyVerified: false });
    void versionsChanged();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {refusal !== null && (
        <MessageBar intent="error">
          <MessageBarBody>{refusal}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.line}>
        <div className={styles.name}>
          <TextField
            label={words.name}
            value={values.name}
            error={isTooShort ? words.nameNeeded : undefined}
            onChange={({ currentTarget }) => setValues({ ...values, name: (currentTarget as HTMLInputElement).value })}
          />
        </div>
        <SwitchField
          label={words.onlyVerified}
          value={values.onlyVerified}
          onChange={(onlyVerified) => setValues({ ...values, onlyVerified })}
        />
        <Button type="submit" appearance="primary" disabledFocusable={write.isPending || total === 0}>
          {words.submit}
        </Button>
      </div>
      <Text>{'images' in taken ? words.whatSelected(total) : words.what(total)}</Text>
    </form>
  );
}
