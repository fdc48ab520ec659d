import { NAME_LENGTH } from '@console/shared-contract/limits';
import type { TypedJob } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { Field, TextAreaField, TextField, useNotify } from '@console/shared-ui/basics';
import { Radio, RadioGroup, SelectField, SliderField, SwitchField } from '@console/shared-ui/choices';
import { Controller, EditDialog } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { attachToJob, createJob, newJob, updateJob, valuesOf, type JobType, type JobValues } from './jobs.mutations';
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

  const create = async (values: JobValues): Promise<void> => {
    const made = await createJob(values);
    try {
      await attachToJob(made, values);
      notify.success({ title: words.created });
    } catch {
      notify.warning({ title: words.created, text: words.notAttached });
    }
    onCreated?.(made);
  };
  const update = async (now: TypedJob, values: JobValues): Promise<void> => {
    await updateJob(now, values);
    await attachToJob(now, values);
    notify.success({ title: words.updated });
  };
  const write = useWrite({
    send: (values: JobValues) => (job ? update(job, values) : create(values)),
    failure: job ? words.updateFailed : words.createFailed,
    failureIn: 'form',
    reasons: { 409: words.changedByOther },
    changes: () => [{ topic: 'jobs' }],
  });

  return (
    <EditDialog<JobValues>
      title={job ? words.editTitle : words.createTitle}
      submitLabel={job ? words.save : words.create}
      initial={job ? valuesOf(job) : newJob}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
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
                  <RadioGroup
                    layout="horizontal"
                    value={field.value}
                    onChange={(_, data) => field.onChange(data.value as JobType)}
                  >
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
        </>
      )}
    </EditDialog>
  );
}
