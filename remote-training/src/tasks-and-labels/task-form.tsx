import { commonLabels, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import { InputSizeControl, getInputSize, type RowFormProps } from '@console/shared-ui/rows';
import { createTaskCalls } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

interface TaskValues {
  name: string;
  inputSize: number;
}

/** Dialog for a detection or segmentation task. Only existing detection tasks have an image size. */
export function TaskForm<Task extends TrainingTask>({
  kind: { domain, hasInputSize },
  tasks,
  row,
  write,
  ...dialog
}: RowFormProps<Task> & { tasks: readonly Task[]; kind: Pick<TrainingKind<Task, TrainingLabel>, 'domain' | 'hasInputSize'> }) {
  const hasSizeField = row !== null && hasInputSize;
  const initial = { name: row?.name ?? '', inputSize: getInputSize(row?.training_params ?? {}) };
  const save = ({ name, inputSize }: TaskValues) => {
    const writes = createTaskCalls(domain);
    return write((task) =>
      task ? writes.update(task, name.trim(), hasSizeField ? inputSize : undefined) : writes.create(name.trim()),
    );
  };
  return (
    <EditDialog<TaskValues> {...dialog} labels={commonLabels} initial={initial} onSubmit={save}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(tasks, row)} />
          {hasSizeField && <InputSizeControl control={control} name="inputSize" />}
        </>
      )}
    </EditDialog>
  );
}
