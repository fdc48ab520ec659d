import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { EditDialog, NameControl } from '@console/shared-ui/forms';
import { InputSizeControl, getInputSize, type RowFormProps } from '@console/shared-ui/rows';
import { taskWrites, typeWrites } from './groups.queries';

/** Name of a task; of one that is there also the image size. */
export function TaskForm({ row, write, ...dialog }: RowFormProps<SimilarityTask>) {
  return (
    <EditDialog
      {...dialog}
      initial={{ name: row?.name ?? '', inputSize: getInputSize(row?.training_params ?? {}) }}
      onSubmit={({ name, inputSize }) =>
        write((task) => (task ? taskWrites.update(task, name.trim(), inputSize) : taskWrites.create(name.trim())))
      }
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          {row && <InputSizeControl control={control} name="inputSize" />}
        </>
      )}
    </EditDialog>
  );
}

/** Name of a type. */
export function TypeForm({ row, write, ...dialog }: RowFormProps<SimilarityType>) {
  return (
    <EditDialog
      {...dialog}
      initial={{ name: row?.name ?? '' }}
      onSubmit={({ name }) => write((type) => (type ? typeWrites.update(type, name.trim()) : typeWrites.create(name.trim())))}
    >
      {({ control }) => <NameControl control={control} name="name" />}
    </EditDialog>
  );
}
