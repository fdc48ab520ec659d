import type { RecognitionTask } from '@console/shared-contract/api';
import { TextAreaField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { Controller, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { messages } from '../messages';
import { saveTask, type TaskValues } from './recognition.queries';

const words = messages.recognition;
const TYPES = Object.entries(words.taskTypes).map(([value, label]) => ({ value, label }));

/** Name and description of a recognition task, and of a new one what it does. */
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
                choices={TYPES}
                disabled={row !== null}
                hint={row ? words.typeStays : field.value === 'multi_label' ? words.getsNegative : undefined}
              />
            )}
          />
          <Controller
            control={control}
            name="description"
            render={({ field }) => <TextAreaField label={words.description} {...field} />}
          />
        </>
      )}
    </EditDialog>
  );
}
