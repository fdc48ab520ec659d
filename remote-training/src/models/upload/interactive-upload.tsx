import {
  Button,
  ConfirmDialog,
  Field,
  FormDialog,
  Link,
  makeStyles,
  ProgressBar,
  Text,
  tokens,
  UploadIcon,
} from '@console/shared-ui/basics';
import { useFocusRestoration, useWrite } from '@console/shared-ui/pages';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { deleteInteractiveModel, uploadInteractiveModel, useInteractiveModel } from '../models.queries';
import { uploadMessages } from './upload-messages';

const messages = uploadMessages.interactive;
const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM, overflowWrap: 'anywhere' },
});

const FILE_NAMES = ['encoder.onnx', 'decoder.onnx', 'model.json'] as const;

/** Uploads the interactive segmentation model of the workspace, which is used if it passes the check, or deletes it. */
export function InteractiveUpload({ kindField, onClose }: { kindField: ReactNode; onClose: () => void }) {
  const styles = useStyles();
  useFocusRestoration();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sentRatio, setSentRatio] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const upload = useWrite({
    send: (chosen: Parameters<typeof uploadInteractiveModel>[0]) => uploadInteractiveModel(chosen, setSentRatio),
    success: messages.used,
    failure: messages.failed,
    failureIn: 'form',
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [encoder, decoder, description] = FILE_NAMES.map((name) => files.find((file) => file.name === name));
    if (!encoder || !decoder || !description)
      return setError(messages.missing(FILE_NAMES.filter((name) => files.every((file) => file.name !== name))));
    setError(null);
    setSentRatio(0);
    const response = await upload.send({ encoder, decoder, description });
    if (response?.ok) onClose();
    else if (response) setError(response.message);
  };
  return (
    <FormDialog
      title={messages.title}
      submitLabel={messages.submit}
      busy={upload.isPending}
      error={error}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {kindField}
      <CurrentModel onDeleted={onClose} />
      <Field label={messages.files} hint={messages.hint}>
        <div className={styles.row}>
          <input
            ref={input}
            type="file"
            accept=".onnx,.json"
            multiple
            hidden
            aria-label={messages.files}
            onChange={({ currentTarget }) => {
              setFiles([...(currentTarget.files ?? [])]);
              setError(null);
              currentTarget.value = '';
            }}
          />
          <Button icon={<UploadIcon />} disabledFocusable={upload.isPending} onClick={() => input.current?.click()}>
            {messages.choose}
          </Button>
          {files.map(({ name, size }) => (
            <Text key={name}>{uploadMessages.chosen(name, size)}</Text>
          ))}
        </div>
      </Field>
      <Link href="/docs/interactive-model" target="_blank">
        {messages.guide}
      </Link>
      {upload.isPending && (
        <Field
          validationState="none"
          validationMessage={sentRatio < 1 ? uploadMessages.uploading : messages.checking}
          role="status"
        >
          <ProgressBar value={sentRatio < 1 ? sentRatio : undefined} aria-label={messages.checking} />
        </Field>
      )}
    </FormDialog>
  );
}

/** The uploaded model of the workspace, and a button that deletes it. */
function CurrentModel({ onDeleted }: { onDeleted: () => void }) {
  const styles = useStyles();
  const { data } = useInteractiveModel();
  const [isOpen, setOpen] = useState(false);
  const write = useWrite({ send: deleteInteractiveModel, success: { title: messages.deleted }, failure: messages.deleteFailed });
  if (!data?.model?.uploaded) return null;
  const { name } = data.model;
  const confirm = async () => {
    const response = await write.send();
    setOpen(false);
    if (response?.ok) onDeleted();
  };
  return (
    <div className={styles.row}>
      <Text>{messages.current(name)}</Text>
      <Button size="small" onClick={() => setOpen(true)}>
        {messages.delete}
      </Button>
      <ConfirmDialog
        open={isOpen}
        danger
        title={messages.deleteTitle(name)}
        confirmLabel={messages.delete}
        busy={write.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setOpen(false)}
      >
        {messages.deleteHint}
      </ConfirmDialog>
    </div>
  );
}
