import type { RecognitionTask } from '@console/shared-contract/api';
import { Page, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { messages } from '../messages';
import { useTasks } from './example.queries';

const columns: Column<RecognitionTask>[] = [
  { id: 'name', header: messages.columns.name, cell: (task) => task.name },
  {
    id: 'labels',
    header: messages.columns.labels,
    cell: (task) => task.labels.map((label) => label.name).join(', ') || messages.noLabels,
  },
];

export function ExamplePage() {
  const tasks = useTasks();
  return (
    <Page title={messages.title}>
      <Section title={messages.tasks} count={tasks.data?.length}>
        <DataTable
          label={messages.tasks}
          columns={columns}
          rows={tasks.data}
          rowId={(task) => task.id}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
          empty={messages.none}
        />
      </Section>
    </Page>
  );
}
