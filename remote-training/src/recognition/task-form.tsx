import type { RecognitionTask } from '@console/shared-contract/api';
import { TextAreaField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { commonLabels, Controller, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
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
          <Controller
            control={control}
            name="type"
            render={({ field }) => (
              <SelectField
                label={messages.columns.type}
                value={field.value}
                onChange={field.onChange}
                choices={TYPE_CHOICES}
                disabled={row !== null}
                hint={
                  row
                    ? recognitionMessages.typeIsFixed
                    : field.value === 'multi_label'
                      ? recognitionMessages.negativeLabelHint
                      : undefined
                }
              />
            )}
          />
          <Controller
            control={control}
            name="description"
            render={({ field }) => <TextAreaField label={recognitionMessages.description} {...field} />}
          />
        </>
      )}
    </EditDialog>
  );
}
