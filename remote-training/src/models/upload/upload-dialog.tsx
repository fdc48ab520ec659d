import type { ModelDomain, ModelFileCheck, PixelValues } from '@console/shared-contract/api';
import {
  Button,
  FormDialog,
  Field,
  makeStyles,
  ProgressBar,
  Subsection,
  Text,
  TextAreaField,
  TextField,
  tokens,
  UploadIcon,
} from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useFocusRestoration, useWrite } from '@console/shared-ui/pages';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { MultiPicker } from '../../jobs/dialog/multi-picker';
import { getModelChanges } from '../models.queries';
import { addModelFile, checkModelFile } from './upload.queries';
import { CheckResult, toTiles } from './check-result';
import { EmbeddingUpload } from './embedding-upload';
import { InteractiveUpload } from './interactive-upload';
import { ServerFileField, toModelName } from './server-file-field';
import { uploadMessages as messages } from './upload-messages';

const useStyles = makeStyles({
  file: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM, overflowWrap: 'anywhere' },
  hint: { color: tokens.colorNeutralForeground3 },
  action: { alignSelf: 'start' },
});

interface UploadDialogProps {
  domain: ModelDomain;
  task: { id: string; name: string; labels: readonly { id: string; name: string }[] };
  onClose: () => void;
}

/** Maps the id of each label to the indices of the model's classes for this label. */
type ClassMapping = Readonly<Record<string, readonly string[]>>;

/** Uploads a model of the task, or a model of the workspace. */
export function UploadDialog(props: UploadDialogProps) {
  const [kind, setKind] = useState('task');
  // Restore the focus on close. Otherwise, the parent dialog would stay hidden from assistive technology.
  useFocusRestoration();
  const choices = messages.kindChoices.filter(({ value }) => value !== 'interactive' || props.domain !== 'recognition');
  const kindField = <SelectField label={messages.kind} choices={choices} value={kind} onChange={setKind} />;
  if (kind === 'interactive') return <InteractiveUpload kindField={kindField} onClose={props.onClose} />;
  if (kind === 'embedding') return <EmbeddingUpload kindField={kindField} onClose={props.onClose} />;
  return <TaskModelUpload {...props} kindField={kindField} />;
}

/** Uploads a model of the user, shows its predictions for images of the workspace, and adds it to the models of the task. */
function TaskModelUpload({ domain, task, kindField, onClose }: UploadDialogProps & { kindField: ReactNode }) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const [file, setFile] = useState<File | string | null>(null);
  const [pixels, setPixels] = useState('');
  const [check, setCheck] = useState<ModelFileCheck | null>(null);
  const [mapping, setMapping] = useState<ClassMapping>({});
  const [description, setDescription] = useState({ name: '', licence: '', notes: '' });
  const [sentRatio, setSentRatio] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const checkWrite = useWrite({
    send: (source: File | string) =>
      checkModelFile({ domain, task: task.id, pixels: pixels as PixelValues | '' }, source, setSentRatio),
    failure: messages.checkFailed,
    failureIn: 'form',
  });
  const addWrite = useWrite({
    send: (checked: ModelFileCheck) =>
      addModelFile({ domain, task: task.id, token: checked.token, ...description, classes: toClasses(mapping) }),
    success: ({ number }) => ({ title: messages.added(number) }),
    failure: messages.addFailed,
    failureIn: 'form',
    changes: () => getModelChanges(domain),
  });

  // The button that checks the model is replaced by the button that adds it, so focus the result.
  useEffect(() => {
    if (check) result.current?.focus();
  }, [check]);
  const runCheck = async () => {
    if (!file) return setError(messages.noFile);
    setError(null);
    setCheck(null);
    setSentRatio(0);
    const response = await checkWrite.send(file);
    if (!response) return;
    if (!response.ok) return setError(response.message);
    setCheck(response.result);
    setMapping(suggestMapping(response.result));
  };
  const addModel = async (checked: ModelFileCheck) => {
    if (toClasses(mapping).length === 0) return setError(messages.noMapping);
    setError(null);
    const response = await addWrite.send(checked);
    if (response?.ok) onClose();
    else if (response) setError(response.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (check ? addModel(check) : runCheck());
  };
  const chooseFile = (source: File | string | undefined) => {
    if (source === undefined) return;
    setFile(source || null);
    setCheck(null);
    setError(null);
    setDescription((current) => ({ ...current, name: toModelName(source) }));
  };
  const isChecking = checkWrite.isPending;
  return (
    <FormDialog
      title={messages.title(task.name)}
      submitLabel={check ? messages.add : messages.check}
      busy={isChecking || addWrite.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {kindField}
      <Field label={messages.file} hint={messages.fileHint}>
        <div className={styles.file}>
          <input
            ref={input}
            type="file"
            accept=".onnx"
            hidden
            aria-label={messages.file}
            onChange={({ currentTarget }) => {
              chooseFile(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
          <Button icon={<UploadIcon />} disabledFocusable={isChecking} onClick={() => input.current?.click()}>
            {messages.choose}
          </Button>
          {file instanceof File && <Text>{messages.chosen(file.name, file.size)}</Text>}
        </div>
      </Field>
      <ServerFileField value={typeof file === 'string' ? file : ''} disabled={isChecking} onChange={chooseFile} />
      <SelectField
        label={messages.pixels}
        hint={messages.pixelsHint}
        choices={messages.pixelChoices}
        value={pixels}
        disabled={isChecking}
        onChange={setPixels}
      />
      {isChecking && (
        <Field validationState="none" validationMessage={sentRatio < 1 ? messages.uploading : messages.checking} role="status">
          <ProgressBar value={sentRatio < 1 ? sentRatio : undefined} aria-label={messages.checking} />
        </Field>
      )}
      {check && (
        <>
          <Button className={styles.action} onClick={() => void runCheck()}>
            {messages.checkAgain}
          </Button>
          <CheckResult ref={result} facts={messages.facts(check)} tiles={toTiles(check)} />
          <Subsection title={messages.mapping}>
            <Text className={styles.hint}>{messages.mappingHint}</Text>
            {task.labels.map(({ id, name }) => (
              <MultiPicker
                key={id}
                label={name}
                placeholder={messages.addClass}
                empty={messages.noClasses}
                removeLabel={messages.removeClass}
                rows={listFreeClasses(check, mapping, id)}
                value={mapping[id] ?? []}
                onChange={(classes) => setMapping({ ...mapping, [id]: classes })}
              />
            ))}
          </Subsection>
          <TextField
            label={messages.name}
            required
            value={description.name}
            onChange={(event) => setDescription({ ...description, name: event.target.value })}
          />
          <TextField
            label={messages.licence}
            value={description.licence}
            onChange={(event) => setDescription({ ...description, licence: event.target.value })}
          />
          <TextAreaField
            label={messages.notes}
            value={description.notes}
            onChange={(event) => setDescription({ ...description, notes: event.target.value })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Maps each label to the classes with the same name, as suggested by the server. */
function suggestMapping({ classes }: ModelFileCheck): ClassMapping {
  const mapping: Record<string, string[]> = {};
  for (const { index, label } of classes) if (label !== null) (mapping[label] ??= []).push(String(index));
  return mapping;
}

const toClasses = (mapping: ClassMapping) =>
  Object.entries(mapping).flatMap(([label, indices]) => indices.map((index) => ({ index: Number(index), label })));

/** Returns the classes that can be mapped to a label: its own classes and the unmapped ones. */
function listFreeClasses({ classes }: ModelFileCheck, mapping: ClassMapping, labelId: string) {
  const usedClassIndexes = new Set(Object.entries(mapping).flatMap(([id, indices]) => (id === labelId ? [] : indices)));
  return classes
    .filter(({ index }) => !usedClassIndexes.has(String(index)))
    .map(({ index, name }) => ({ id: String(index), name: messages.className(index, name) }));
}
