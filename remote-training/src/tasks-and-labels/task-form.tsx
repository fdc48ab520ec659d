import { commonLabels, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import { InputSizeControl, getInputSize, type RowFormProps } from '@console/shared-ui/rows';
import type { ShapeFlag } from '@console/shared-contract/shape-attributes';
import { attributeMessages } from '../label-attributes/attribute-messages';
import { getFlagsToLeaveOut } from '../label-attributes/leave-out';
import { LeaveOutControl } from '../label-attributes/leave-out-control';
import { createTaskCalls } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

const LABELS = { ...commonLabels, leaveOut: attributeMessages.leaveOut };

interface TaskValues {
  name: string;
  inputSize: number;
  leaveOut: readonly ShapeFlag[];
}

/** Dialog for a detection or segmentation task. Settings of trainings are shown only for an existing task. */
export function TaskForm<Task extends TrainingTask>({
  kind: { domain, hasInputSize },
  tasks,
  row,
  write,
  ...dialog
}: RowFormProps<Task> & { tasks: readonly Task[]; kind: Pick<TrainingKind<Task, TrainingLabel>, 'domain' | 'hasInputSize'> }) {
  const hasSizeField = row !== null && hasInputSize;
  const params = row?.training_params ?? {};
  const initial = { name: row?.name ?? '', inputSize: getInputSize(params), leaveOut: getFlagsToLeaveOut(params) };
  const save = ({ name, inputSize, leaveOut }: TaskValues) => {
    const writes = createTaskCalls(domain);
    return write((task) =>
      task
        ? writes.update(task, name.trim(), { inputSize: hasSizeField ? inputSize : undefined, leaveOut })
        : writes.create(name.trim()),
    );
  };
  return (
    <EditDialog<TaskValues> {...dialog} labels={LABELS} initial={initial} onSubmit={save}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(tasks, row)} />
          {hasSizeField && <InputSizeControl control={control} name="inputSize" />}
          {row !== null && <LeaveOutControl control={control} name="leaveOut" />}
        </>
      )}
    </EditDialog>
  );
}
