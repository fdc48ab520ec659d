import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { commonLabels, EditDialog, NameControl } from '@console/shared-ui/forms';
import { InputSizeControl, getInputSize, withInputSize, type RowFormProps } from '@console/shared-ui/rows';
import { taskCalls, typeCalls } from './tasks-and-types.queries';

/** Dialog for a similarity task. Only existing tasks have an input size. */
export function TaskDialog({ row, write, ...dialog }: RowFormProps<SimilarityTask>) {
  return (
    <EditDialog
      {...dialog}
      labels={commonLabels}
      initial={{ name: row?.name ?? '', inputSize: getInputSize(row?.training_params ?? {}) }}
      onSubmit={({ name, inputSize }) =>
        write((task) => {
          if (!task) return taskCalls.create({ name: name.trim() });
          const { id, version, training_params: params } = task;
          return taskCalls.update(id, { name: name.trim(), version, training_params: withInputSize(params, inputSize) });
        })
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
        write((type) =>
          type
            ? typeCalls.update(type.id, { name: name.trim(), version: type.version })
            : typeCalls.create({ name: name.trim() }),
        )
      }
    >
      {({ control }) => <NameControl control={control} name="name" />}
    </EditDialog>
  );
}
