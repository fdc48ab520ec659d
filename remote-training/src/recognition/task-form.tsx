import type { RecognitionTask } from '@console/shared-contract/api';
import { SelectControl } from '@console/shared-ui/choices';
import { commonLabels, EditDialog, listOtherNames, NameControl, TextAreaControl } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { messages } from '../messages';
import { recognitionMessages } from './recognition-messages';
import { saveTask, type TaskValues } from './recognition.queries';

const TYPE_CHOICES = Object.entries(recognitionMessages.taskTypes).map(([value, label]) => ({ value, label }));

/** Dialog for a recognition task. The type is editable only for a new task. */
export function TaskForm({
  tasks,
  row,
  write,
  ...dialog
}: RowFormProps<RecognitionTask> & { tasks: readonly RecognitionTask[] }) {
  const initial: TaskValues = { name: row?.name ?? '', description: row?.description ?? '', type: row?.type ?? 'multi_class' };
  return (
    <EditDialog<TaskValues>
      {...dialog}
      labels={{ ...commonLabels, description: recognitionMessages.description }}
      initial={initial}
      onSubmit={(values) => write((task) => saveTask(task, { ...values, name: values.name.trim() }))}
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(tasks, row)} />
          <SelectControl
            control={control}
            name="type"
            label={messages.columns.type}
            choices={TYPE_CHOICES}
            disabled={row !== null}
            hint={(type) =>
              row ? recognitionMessages.typeIsFixed : type === 'multi_label' ? recognitionMessages.negativeLabelHint : undefined
            }
          />
          <TextAreaControl control={control} name="description" label={recognitionMessages.description} />
        </>
      )}
    </EditDialog>
  );
}
