import { EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import { InputSizeControl, getInputSize, type RowFormProps } from '@console/shared-ui/rows';
import { taskWrites } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

interface TaskValues {
  name: string;
  inputSize: number;
}

/** Name of a task; of one that is there also the image size, where its kind has one. */
export function TaskForm<Task extends TrainingTask>({
  kind: { domain, hasInputSize },
  tasks,
  row,
  write,
  ...dialog
}: RowFormProps<Task> & { tasks: readonly Task[]; kind: Pick<TrainingKind<Task, TrainingLabel>, 'domain' | 'hasInputSize'> }) {
  const asksSize = row !== null && hasInputSize;
  const initial = { name: row?.name ?? '', inputSize: getInputSize(row?.training_params ?? {}) };
  const save = ({ name, inputSize }: TaskValues) => {
    const writes = taskWrites(domain);
    return write((task) =>
      task ? writes.update(task, name.trim(), asksSize ? inputSize : undefined) : writes.create(name.trim()),
    );
  };
  return (
    <EditDialog<TaskValues> {...dialog} initial={initial} onSubmit={save}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(tasks, row)} />
          {asksSize && <InputSizeControl control={control} name="inputSize" />}
        </>
      )}
    </EditDialog>
  );
}
