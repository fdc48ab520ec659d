import { NAME_LENGTH } from '@console/shared-contract/limits';
import type { TypedJob } from '@console/shared-contract/api';
import { ApiError, useHasService } from '@console/shared-auth';
import { describeError, Field, FormDialog, TextAreaField, TextField, useNotify } from '@console/shared-ui/basics';
import { Radio, RadioGroup, SelectField, SliderField, SwitchField } from '@console/shared-ui/choices';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { messages } from '../messages';
import { attachToJob, createJob, newJob, refreshJobs, updateJob, valuesOf, type JobType, type JobValues } from './jobs.mutations';
import { useJobReferences } from './jobs.queries';
import { TaskPicker } from './task-picker';

const words = messages.jobForm;
const MIN_NAME = 3;
const MAX_PEOPLE = 4;

function nameProblem(name: string): true | string {
  const { length } = name.trim();
  if (length < MIN_NAME) return words.nameTooShort;
  return length <= NAME_LENGTH.max || words.nameTooLong;
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError && error.status === 409 ? words.changedByOther : describeError(error);
}

export interface JobDialogProps {
  /** The job that is edited; none: a new one. */
  job?: TypedJob;
  onClose: () => void;
  onCreated?: (job: TypedJob) => void;
}

/** Creates or edits a job. Mount it per opening. */
export function JobDialog({ job, onClose, onCreated }: JobDialogProps) {
  const notify = useNotify();
  const hasSimilarity = useHasService('custom-similarity');
  const hasFlows = useHasService('flows');
  const hasRecognition = useHasService('recognition');
  const references = useJobReferences();
  const [failure, setFailure] = useState<string | null>(null);
  const { control, handleSubmit, formState } = useForm<JobValues>({ defaultValues: job ? valuesOf(job) : newJob });

  const create = async (values: JobValues) => {
    const made = await createJob(values);
    try {
      await attachToJob(made, values);
      notify.success({ title: words.created });
    } catch {
      notify.warning({ title: words.created, text: words.notAttached });
    }
    onCreated?.(made);
  };
  const update = async (now: TypedJob, values: JobValues) => {
    await updateJob(now, values);
    await attachToJob(now, values);
    notify.success({ title: words.updated });
  };
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await (job ? update(job, values) : create(values));
      void refreshJobs();
      onClose();
    } catch (error) {
      void refreshJobs();
      setFailure(`${job ? words.updateFailed : words.createFailed} ${reasonOf(error)}`);
    }
  });

  return (
    <FormDialog
      open
      title={job ? words.editTitle : words.createTitle}
      submitLabel={job ? words.save : words.create}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      busy={formState.isSubmitting}
      dirty={formState.isDirty}
      error={failure}
    >
      <Controller
        control={control}
        name="name"
        rules={{ validate: nameProblem }}
        render={({ field, fieldState }) => (
          <TextField label={words.name} required autoFocus error={fieldState.error?.message} {...field} />
        )}
      />
      <Controller
        control={control}
        name="description"
        render={({ field }) => <TextAreaField label={words.description} hint={words.descriptionHint} {...field} />}
      />
      {!job && hasSimilarity && (
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
      )}
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
      {hasRecognition && (
        <Controller
          control={control}
          name="recognition_tasks"
          render={({ field }) => (
            <TaskPicker tasks={references.data?.tasks ?? []} value={field.value} onChange={field.onChange} />
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
              choices={(references.data?.flows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </FormDialog>
  );
}
