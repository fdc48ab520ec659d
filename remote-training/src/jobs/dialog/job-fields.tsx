import type { JobWithType } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { Caption1, Field } from '@console/shared-ui/basics';
import { Radio, RadioGroup, SelectControl, SliderControl, SwitchControl, SwitchField } from '@console/shared-ui/choices';
import {
  type Control,
  Controller,
  isNameUsed,
  PickerControl,
  TextAreaControl,
  TextControl,
  useController,
} from '@console/shared-ui/forms';
import { useMemo } from 'react';
import { jobFormMessages } from './job-form-messages';
import { jobMessages } from '../data/job-messages';
import type { JobType, JobValues } from '../data/jobs.mutations';
import { useDoneLabels, useJobReferences, useMembers, type NamedEntity } from '../data/jobs.queries';
import { MultiPicker } from './multi-picker';

const MIN_NAME_LENGTH = 3;
const MAX_USERS_PER_ITEM = 4;
/** Choices for how often an annotator gets feedback on a gold-standard item. */
const FEEDBACK_COUNTS = [0, 1, 2, 3] as const;
const EMPTY_ENTITIES: readonly NamedEntity[] = [];

function validateName(name: string): true | string {
  const { length } = name.trim();
  if (length < MIN_NAME_LENGTH) return jobFormMessages.nameTooShort;
  return length <= NAME_LENGTH.max || jobFormMessages.nameTooLong;
}

/** Whether there are enough assignees to complete an item. Every member can work on a job without assignees. */
const hasEnoughAssignees = (assignees: number, usersPerItem: number) => assignees === 0 || assignees >= usersPerItem;

interface FieldsProps {
  control: Control<JobValues>;
}

/** Name, description and instructions. Shows a hint if one of `otherJobs` has the same name. */
export function NameFields({ control, otherJobs }: FieldsProps & { otherJobs: readonly JobWithType[] }) {
  const otherNames = otherJobs.map(({ name }) => name);
  return (
    <>
      <TextControl
        control={control}
        name="name"
        label={jobFormMessages.name}
        required
        autoFocus
        hint={(name) => (isNameUsed(name, otherNames) ? jobFormMessages.duplicateName : undefined)}
        validate={validateName}
      />
      <TextAreaControl
        control={control}
        name="description"
        label={jobFormMessages.description}
        hint={jobFormMessages.descriptionHint}
      />
      <TextAreaControl
        control={control}
        name="instructions"
        label={jobFormMessages.instructions}
        hint={jobFormMessages.instructionsHint}
        rows={5}
      />
    </>
  );
}

/** Radio buttons for the job type. */
export function TypeField({ control }: FieldsProps) {
  return (
    <Controller
      control={control}
      name="type"
      render={({ field }) => (
        <Field label={jobFormMessages.type}>
          <RadioGroup layout="horizontal" value={field.value} onChange={(_, data) => field.onChange(data.value as JobType)}>
            <Radio value="image" label={jobMessages.type.image} />
            <Radio value="similarity" label={jobMessages.type.similarity} />
          </RadioGroup>
        </Field>
      )}
    />
  );
}

/** Assignees, the number of users per item (`todo_number`), order and auto-complete. */
export function AssignmentFields({ control }: FieldsProps) {
  const members = useMembers().data;
  const users = useMemo(() => (members ?? []).map(({ id, username }) => ({ id, name: username })), [members]);
  return (
    <>
      <Controller
        control={control}
        name="assignees"
        rules={{ deps: ['todo_number'] }}
        render={({ field }) => (
          <MultiPicker
            label={jobFormMessages.assignees}
            hint={jobFormMessages.assigneesHint}
            placeholder={jobFormMessages.addAssignee}
            empty={jobFormMessages.noMembers}
            removeLabel={jobFormMessages.removeAssignee}
            rows={users}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <SliderControl
        control={control}
        name="todo_number"
        label={jobFormMessages.todo}
        min={1}
        max={MAX_USERS_PER_ITEM}
        hint={(usersPerItem) =>
          members && usersPerItem > members.length ? jobFormMessages.tooFewMembers(members.length) : undefined
        }
        validate={(usersPerItem, { assignees }) =>
          hasEnoughAssignees(assignees.length, usersPerItem) || jobFormMessages.tooFewAssignees(assignees.length)
        }
      />
      <SwitchControl control={control} name="randomize" label={jobFormMessages.randomize} />
      <SwitchControl control={control} name="auto_complete" label={jobFormMessages.autoComplete} />
    </>
  );
}

interface IndependenceProps extends FieldsProps {
  /** Whether annotators work independently according to the current values. */
  isIndependent: boolean;
}

/** The switch that lets the annotators of a job work independently. */
export function BlindField({ control, isIndependent }: IndependenceProps) {
  const jobType = useController({ control, name: 'type' }).field.value;
  const { onChange } = useController({ control, name: 'blind' }).field;
  return (
    <div>
      <SwitchField label={jobFormMessages.blind} value={isIndependent} onChange={onChange} />
      <Caption1 block>{jobFormMessages.blindHint[jobType]}</Caption1>
    </div>
  );
}

/**
 * The choice of how often annotators get feedback on gold-standard items. Image jobs have gold items only if annotators work
 * independently.
 */
export function FeedbackField({ control, isIndependent }: IndependenceProps) {
  const isImageJob = useController({ control, name: 'type' }).field.value === 'image';
  if (isImageJob && !isIndependent) return null;
  return (
    <SelectControl
      control={control}
      name="gold_feedback"
      label={jobFormMessages.goldFeedback}
      hint={jobFormMessages.goldFeedbackHint}
      choices={FEEDBACK_COUNTS.map((count) => ({ value: String(count), label: jobFormMessages.goldFeedbackTries(count) }))}
    />
  );
}

/** Recognition tasks, the label of completed items, and the labelling flow. */
export function ReferenceFields({ control }: FieldsProps) {
  const hasFlows = useHasService('flows');
  const hasRecognition = useHasService('recognition');
  const references = useJobReferences().data;
  const labels = useDoneLabels().data;
  const labelChoices = useMemo(
    () => [
      { value: '', label: jobFormMessages.noDoneLabel },
      ...(labels ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
    [labels],
  );
  return (
    <>
      {hasRecognition && (
        <Controller
          control={control}
          name="recognition_tasks"
          render={({ field }) => (
            <MultiPicker
              label={jobFormMessages.tasks}
              placeholder={jobFormMessages.addTask}
              empty={jobFormMessages.noTasks}
              removeLabel={jobFormMessages.removeTask}
              rows={references?.tasks ?? EMPTY_ENTITIES}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {hasRecognition && (
        <PickerControl
          control={control}
          name="mark_done_label"
          label={jobFormMessages.doneLabel}
          placeholder={jobFormMessages.noDoneLabel}
          choices={labelChoices}
        />
      )}
      {hasFlows && (
        <SelectControl
          control={control}
          name="flow"
          label={jobFormMessages.flow}
          placeholder={jobFormMessages.noFlow}
          choices={(references?.flows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
}
