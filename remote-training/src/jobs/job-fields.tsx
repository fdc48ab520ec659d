import type { TypedJob } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { Field, PickerField, TextAreaField, TextField } from '@console/shared-ui/basics';
import { Radio, RadioGroup, SelectField, SliderField, SwitchField } from '@console/shared-ui/choices';
import { Controller, type Control } from '@console/shared-ui/forms';
import { useMemo } from 'react';
import { jobMessages } from '../job-messages';
import { messages } from '../messages';
import type { JobType, JobValues } from './jobs.mutations';
import { useDoneLabels, useJobReferences, useMembers, type Named } from './jobs.queries';
import { ManyPicker } from './many-picker';

const words = messages.jobForm;
const MIN_NAME = 3;
const MAX_PEOPLE = 4;
const NO_ROWS: readonly Named[] = [];

function nameProblem(name: string): true | string {
  const { length } = name.trim();
  if (length < MIN_NAME) return words.nameTooShort;
  return length <= NAME_LENGTH.max || words.nameTooLong;
}

interface FieldsProps {
  control: Control<JobValues>;
}

/** What the job is called, what for, and how it is to be done. `others`: the jobs that may have the name already. */
export function NameFields({ control, others }: FieldsProps & { others: readonly TypedJob[] }) {
  const isTaken = (name: string) => {
    const wanted = name.trim().toLocaleLowerCase();
    return wanted !== '' && others.some((other) => other.name.trim().toLocaleLowerCase() === wanted);
  };
  return (
    <>
      <Controller
        control={control}
        name="name"
        rules={{ validate: nameProblem }}
        render={({ field, fieldState }) => (
          <TextField
            label={words.name}
            required
            autoFocus
            error={fieldState.error?.message}
            hint={isTaken(field.value) ? jobMessages.sameName : undefined}
            {...field}
          />
        )}
      />
      <Controller
        control={control}
        name="description"
        render={({ field }) => <TextAreaField label={words.description} hint={words.descriptionHint} {...field} />}
      />
      <Controller
        control={control}
        name="instructions"
        render={({ field }) => (
          <TextAreaField label={jobMessages.instructions} hint={jobMessages.instructionsHint} rows={5} {...field} />
        )}
      />
    </>
  );
}

/** Whether it is one over images or over groups. */
export function TypeField({ control }: FieldsProps) {
  return (
    <Controller
      control={control}
      name="type"
      render={({ field }) => (
        <Field label={words.type}>
          <RadioGroup layout="horizontal" value={field.value} onChange={(_, data) => field.onChange(data.value as JobType)}>
            <Radio value="image" label={messages.jobs.type.image} />
            <Radio value="similarity" label={messages.jobs.type.similarity} />
          </RadioGroup>
        </Field>
      )}
    />
  );
}

/** Who gets its items, and how. */
export function WorkFields({ control }: FieldsProps) {
  const members = useMembers().data;
  const people = useMemo(() => (members ?? []).map(({ id, username }) => ({ id, name: username })), [members]);
  return (
    <>
      <Controller
        control={control}
        name="assignees"
        render={({ field }) => (
          <ManyPicker
            label={jobMessages.assignees}
            hint={jobMessages.assigneesHint}
            placeholder={jobMessages.addAssignee}
            empty={jobMessages.noMembers}
            removeLabel={jobMessages.removeAssignee}
            rows={people}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="todo_number"
        render={({ field }) => (
          <SliderField label={words.todo} min={1} max={MAX_PEOPLE} value={field.value} onChange={field.onChange} />
        )}
      />
      <Controller
        control={control}
        name="randomize"
        render={({ field }) => <SwitchField label={words.randomize} value={field.value} onChange={field.onChange} />}
      />
      <Controller
        control={control}
        name="auto_complete"
        render={({ field }) => <SwitchField label={words.autoComplete} value={field.value} onChange={field.onChange} />}
      />
    </>
  );
}

/** What is worked with: tasks, flow, and the label of what is done. */
export function ReferenceFields({ control }: FieldsProps) {
  const hasFlows = useHasService('flows');
  const hasRecognition = useHasService('recognition');
  const references = useJobReferences().data;
  const labels = useDoneLabels().data;
  const labelChoices = useMemo(
    () => [{ value: '', label: jobMessages.noDoneLabel }, ...(labels ?? []).map(({ id, name }) => ({ value: id, label: name }))],
    [labels],
  );
  return (
    <>
      {hasRecognition && (
        <Controller
          control={control}
          name="recognition_tasks"
          render={({ field }) => (
            <ManyPicker
              label={words.tasks}
              placeholder={words.addTask}
              empty={words.noTasks}
              removeLabel={words.removeTask}
              rows={references?.tasks ?? NO_ROWS}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {hasRecognition && (
        <Controller
          control={control}
          name="mark_done_label"
          render={({ field }) => (
            <PickerField
              label={jobMessages.doneLabel}
              placeholder={jobMessages.noDoneLabel}
              choices={labelChoices}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {hasFlows && (
        <Controller
          control={control}
          name="flow"
          render={({ field }) => (
            <SelectField
              label={words.flow}
              placeholder={words.noFlow}
              choices={(references?.flows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </>
  );
}
