import { Button, makeStyles, MessageBar, MessageBarBody, Text, TextField, tokens, useNotify } from '@console/shared-ui/basics';
import { SwitchField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import type { ImageSelection } from '../exchange/image-selection';
import { versionsMessages } from './versions-messages';
import { createVersion, refreshVersions, type NewVersion } from './versions.queries';

const texts = versionsMessages.create;
const MIN_NAME_LENGTH = 3;

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM },
  name: { flex: '1 1 220px', minWidth: 0 },
});

/** A form that saves the listed or selected images as a named version. */
export function CreateVersion({ imageSelection }: { imageSelection: ImageSelection }) {
  const { total } = imageSelection;
  const styles = useStyles();
  const notify = useNotify();
  const [values, setValues] = useState<NewVersion>({ name: '', onlyVerified: false });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isTooShort, setTooShort] = useState(false);
  const createWrite = useWrite({
    send: (version: NewVersion) => createVersion(imageSelection, version),
    failure: texts.failed,
    failureIn: 'form',
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTooShort(values.name.trim().length < MIN_NAME_LENGTH);
    if (values.name.trim().length < MIN_NAME_LENGTH) return;
    setRefusal(null);
    const result = await createWrite.send(values);
    if (!result) return;
    if (!result.ok) return setRefusal(result.message);
    notify.success({ title: texts.started(values.name.trim()) });
    setValues({ name: '', onlyVerified: false });
    void refreshVersions();
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
            label={texts.name}
            value={values.name}
            error={isTooShort ? texts.nameNeeded : undefined}
            onChange={({ currentTarget }) => setValues({ ...values, name: (currentTarget as HTMLInputElement).value })}
          />
        </div>
        <SwitchField
          label={texts.onlyVerified}
          value={values.onlyVerified}
          onChange={(onlyVerified) => setValues({ ...values, onlyVerified })}
        />
        <Button type="submit" appearance="primary" disabledFocusable={createWrite.isPending || total === 0}>
          {texts.submit}
        </Button>
      </div>
      <Text>{'images' in imageSelection ? texts.selected(total) : texts.allMatching(total)}</Text>
    </form>
  );
}
