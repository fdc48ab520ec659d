import {
  Button,
  ConfirmDialog,
  ContentDialog,
  Field,
  FormDialog,
  Link,
  makeStyles,
  ProgressBar,
  Text,
  tokens,
  UploadIcon,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { CheckResult, type CheckedTile } from './check-result';
import { uploadMessages, type WorkspaceModelMessages } from './upload-messages';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM, overflowWrap: 'anywhere' },
});

/** A kind of model of which a workspace has at most one. */
interface WorkspaceModelKind<Check> {
  messages: WorkspaceModelMessages<Check>;
  /** File extensions, and whether several files are chosen together. */
  accept: string;
  multiple?: boolean;
  guide: string;
  /** Name of the uploaded model of the workspace; null if there is none. */
  currentName: string | null;
  /** Returns a function that uploads the files, or the reason why they cannot be uploaded. */
  prepare: () => string | ((onSent: (ratio: number) => void) => Promise<Check>);
  remove: () => Promise<void>;
  toFacts: (check: Check) => Readonly<Record<string, string>>;
  /** Returns the images of the check with the shapes that the model found. */
  toTiles: (check: Check) => readonly CheckedTile[];
}

interface WorkspaceModelUploadProps<Check> {
  kind: WorkspaceModelKind<Check>;
  kindField: ReactNode;
  /** Further fields of the form, below the files. */
  fields?: ReactNode;
  /** The chosen files. */
  files: readonly File[];
  onChooseFiles: (files: readonly File[]) => void;
  onClose: () => void;
}

/** A dialog that uploads a model for the workspace, which then uses it if it passes the check. An existing model can be deleted. */
export function WorkspaceModelUpload<Check>(props: WorkspaceModelUploadProps<Check>) {
  const { kind, kindField, fields, files, onChooseFiles, onClose } = props;
  const { messages } = kind;
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [sentRatio, setSentRatio] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const uploadWrite = useWrite({
    send: (startUpload: (onSent: (ratio: number) => void) => Promise<Check>) => startUpload(setSentRatio),
    success: (result) => ({ title: messages.used(result) }),
    failure: uploadMessages.checkFailed,
    failureIn: 'form',
  });
  const submitUpload = async (event: FormEvent) => {
    event.preventDefault();
    const preparedUpload = kind.prepare();
    if (typeof preparedUpload === 'string') return setError(preparedUpload);
    setError(null);
    setSentRatio(0);
    const response = await uploadWrite.send(preparedUpload);
    if (response?.ok) setCheck(response.result);
    else if (response) setError(response.message);
  };
  if (check)
    return (
      <ContentDialog title={messages.used(check)} onClose={onClose}>
        <CheckResult facts={kind.toFacts(check)} tiles={kind.toTiles(check)} />
      </ContentDialog>
    );
  return (
    <FormDialog
      title={messages.title}
      submitLabel={uploadMessages.checkAndUse}
      busy={uploadWrite.isPending}
      error={error}
      onSubmit={(event) => void submitUpload(event)}
      onClose={onClose}
    >
      {kindField}
      {kind.currentName !== null && <CurrentModel kind={kind} name={kind.currentName} onDeleted={onClose} />}
      <Field label={messages.files} hint={messages.hint}>
        <div className={styles.row}>
          <input
            ref={input}
            type="file"
            accept={kind.accept}
            multiple={kind.multiple ?? false}
            hidden
            aria-label={messages.files}
            onChange={({ currentTarget }) => {
              onChooseFiles([...(currentTarget.files ?? [])]);
              setError(null);
              currentTarget.value = '';
            }}
          />
          <Button icon={<UploadIcon />} disabledFocusable={uploadWrite.isPending} onClick={() => input.current?.click()}>
            {kind.multiple ? uploadMessages.chooseFiles : uploadMessages.choose}
          </Button>
          {files.map(({ name, size }) => (
            <Text key={name}>{uploadMessages.chosen(name, size)}</Text>
          ))}
        </div>
      </Field>
      {fields}
      <Link href={kind.guide} target="_blank">
        {messages.guide}
      </Link>
      {uploadWrite.isPending && (
        <Field
          validationState="none"
          validationMessage={sentRatio < 1 ? uploadMessages.uploading : uploadMessages.checking}
          role="status"
        >
          <ProgressBar value={sentRatio < 1 ? sentRatio : undefined} aria-label={uploadMessages.checking} />
        </Field>
      )}
    </FormDialog>
  );
}

interface CurrentModelProps<Check> {
  kind: WorkspaceModelKind<Check>;
  name: string;
  onDeleted: () => void;
}

/** The uploaded model of the workspace, and a button that deletes it. */
function CurrentModel<Check>({ kind: { messages, remove }, name, onDeleted }: CurrentModelProps<Check>) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const write = useWrite({
    send: remove,
    success: { title: uploadMessages.deleted },
    failure: uploadMessages.deleteFailed,
  });
  const confirmDeletion = async () => {
    const response = await write.send();
    setOpen(false);
    if (response?.ok) onDeleted();
  };
  return (
    <div className={styles.row}>
      <Text>{uploadMessages.current(name)}</Text>
      <Button size="small" onClick={() => setOpen(true)}>
        {uploadMessages.delete}
      </Button>
      <ConfirmDialog
        open={isOpen}
        danger
        title={uploadMessages.deleteTitle(name)}
        confirmLabel={uploadMessages.delete}
        busy={write.isPending}
        onConfirm={() => void confirmDeletion()}
        onCancel={() => setOpen(false)}
      >
        {messages.deleteHint}
      </ConfirmDialog>
    </div>
  );
}
