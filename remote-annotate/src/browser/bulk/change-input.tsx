import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { ImageChange } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { Button, compareByName, ErrorState, Field, makeStyles, Picker, PickerField, TextField } from '@console/shared-ui/basics';
import { GroupFinder, type GroupReference } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useEffect, useState } from 'react';
import { useLabelChoices } from '../data/browser.queries';
import { bulkMessages } from './bulk-messages';
import { parseLabelInput, toLabelInput, type ChangeTarget, type MetaInput } from './image-changes';

export interface ChangeInputProps {
  change: ImageChange;
  /** Selected value; empty if there is none or it is incomplete. */
  value: string;
  target: ChangeTarget;
  onChange: (value: string) => void;
}

const { fields: fieldTexts } = bulkMessages;
const TYPING_PAUSE_MS = 300;
const useStyles = makeStyles({ action: { alignSelf: 'start' } });

/** Selects the labels to add or remove. */
export function LabelInput({ value, target, onChange }: ChangeInputProps) {
  const labels = useLabelChoices('recognition', true);
  if (labels.isLoadingError) return <ErrorState title={fieldTexts.choicesFailed} onRetry={() => void labels.refetch()} />;
  const choices = (labels.data ?? []).map(({ id, name, color }) => ({ value: id, label: name, color }));
  // Allow only one label if the filter selects suspected label errors. Changing the first label would resolve some errors, so the filter
  // would match fewer images for the second label.
  const isMultiple = !('filter' in target && target.filter.suspects_of);
  return (
    <Field label={fieldTexts.labels}>
      <Picker
        choices={choices}
        multiple={isMultiple}
        selected={value === '' ? [] : parseLabelInput(value)}
        onSelect={(ids) => onChange(toLabelInput(ids))}
        empty={fieldTexts.noLabels}
      />
    </Field>
  );
}

/** Selects the job to add the images to or to remove them from. Images can also be added to a new job. */
export function JobInput({ change, value, onChange }: ChangeInputProps) {
  const jobs = useWorkspaceQuery({
    key: ['jobs', 'image-job-choices'],
    load: async (scope) =>
      (await api.all('GET /annotate/v2/imagejob/', { query: { page_size: MAX_PAGE_SIZE }, ...scope })).sort(compareByName),
  });
  if (jobs.isLoadingError) return <ErrorState title={fieldTexts.choicesFailed} onRetry={() => void jobs.refetch()} />;
  const choices = (jobs.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <PickerField label={fieldTexts.job} choices={choices} value={value} onChange={onChange} empty={fieldTexts.noJobs} />
      {change === 'add-to-job' && <NewJob onChange={onChange} />}
    </>
  );
}

/** Creates a job and then selects it. No job is selected while its name is entered, so that Enter cannot add the images to another job. */
function NewJob({ onChange }: Pick<ChangeInputProps, 'onChange'>) {
  const styles = useStyles();
  const [name, setName] = useState('');
  const createJob = useWrite({
    send: async (newName: string) =>
      api.call('POST /annotate/v2/imagejob/', { body: { name: newName, done: false }, repeatable: true }),
    failure: fieldTexts.createJobFailed,
    changes: () => [{ topic: 'jobs' }],
  });
  const submit = async () => {
    const response = await createJob.send(name.trim());
    if (!response?.ok) return;
    setName('');
    onChange(response.result.id);
  };
  return (
    <>
      <TextField
        label={fieldTexts.newJob}
        value={name}
        onChange={(event) => {
          onChange('');
          setName(event.target.value);
        }}
      />
      <Button
        className={styles.action}
        disabledFocusable={createJob.isPending || name.trim() === ''}
        onClick={() => void submit()}
      >
        {fieldTexts.createJob}
      </Button>
    </>
  );
}

/** Selects the group to add the images to or to remove them from. */
export function GroupInput({ onChange }: ChangeInputProps) {
  const [group, setGroup] = useState<GroupReference | null>(null);
  return (
    <GroupFinder
      selected={group}
      onPick={(pickedGroup) => {
        setGroup(pickedGroup);
        onChange(pickedGroup?.id ?? '');
      }}
    />
  );
}

/** Takes a key and a value. JSON numbers, booleans, lists and objects are recognised, everything else is text. */
export function MetaDataInput({ onChange }: ChangeInputProps) {
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  useEffect(() => {
    const [trimmedKey, trimmedValue] = [key.trim(), value.trim()];
    const input: MetaInput = { key: trimmedKey, ...(trimmedValue !== '' && { value: parseValue(trimmedValue) }) };
    const timer = setTimeout(() => onChange(trimmedKey === '' ? '' : JSON.stringify(input)), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, value, onChange]);
  const editInput = (set: (text: string) => void, text: string) => {
    // Clear the value while the user types, because its effect must be counted before the change can be sent.
    onChange('');
    set(text);
  };
  return (
    <>
      <TextField label={fieldTexts.key} onChange={(event) => editInput(setKey, event.target.value)} />
      <TextField
        label={fieldTexts.value}
        hint={fieldTexts.valueHint}
        onChange={(event) => editInput(setValue, event.target.value)}
      />
    </>
  );
}

function parseValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Keep null as text, because the API treats null as a missing value. Keep long numbers as text, because parsing would round their
    // digits.
    const isExact = typeof value !== 'number' || String(value) === text;
    return value === null || !isExact ? text : value;
  } catch {
    return text;
  }
}
