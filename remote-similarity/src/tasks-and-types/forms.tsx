import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { commonLabels, EditDialog, NameControl } from '@console/shared-ui/forms';
import { InputSizeControl, getInputSize, type RowFormProps } from '@console/shared-ui/rows';
import { similarityTaskCalls, similarityTypeCalls } from './tasks-and-types.queries';

/** Dialog for a similarity task. Only existing tasks have an input size. */
export function TaskDialog({ row, write, ...dialog }: RowFormProps<SimilarityTask>) {
  return (
    <EditDialog
      {...dialog}
      labels={commonLabels}
      initial={{ name: row?.name ?? '', inputSize: getInputSize(row?.training_params ?? {}) }}
      onSubmit={({ name, inputSize }) =>
        write((task) =>
          task ? similarityTaskCalls.update(task, name.trim(), inputSize) : similarityTaskCalls.create(name.trim()),
        )
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

/** Dialog for the name of a similarity type. */
export function TypeDialog({ row, write, ...dialog }: RowFormProps<SimilarityType>) {
  return (
    <EditDialog
      {...dialog}
      labels={commonLabels}
      initial={{ name: row?.name ?? '' }}
      onSubmit={({ name }) =>
        write((type) => (type ? similarityTypeCalls.update(type, name.trim()) : similarityTypeCalls.create(name.trim())))
      }
    >
      {({ control }) => <NameControl control={control} name="name" />}
    </EditDialog>
  );
}
