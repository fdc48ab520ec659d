import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { type Column, DataTable, Page, Section } from '@console/shared-ui';
import { GroupsBrowser } from '../browser/groups-browser';
import { messages } from '../messages';
import { useSimilarityTasks, useSimilarityTypes } from './groups.queries';

const taskColumns: Column<SimilarityTask>[] = [
  { id: 'name', header: messages.columns.name, cell: (task) => task.name, sortValue: (task) => task.name },
  { id: 'types', header: messages.columns.types, cell: (task) => task.types.map((type) => type.name).join(', ') || '–' },
];
const typeColumns: Column<SimilarityType>[] = [
  { id: 'name', header: messages.columns.name, cell: (type) => type.name, sortValue: (type) => type.name },
];
const byNameUpwards = { columnId: 'name', direction: 'ascending' } as const;

export function GroupsPage() {
  const tasks = useSimilarityTasks();
  const types = useSimilarityTypes();
  return (
    <Page title={messages.groups.title}>
      <Section title={messages.groups.tasks} count={tasks.data?.length}>
        <DataTable
          label={messages.groups.tasks}
          columns={taskColumns}
          rows={tasks.data}
          rowId={(task) => task.id}
          defaultSort={byNameUpwards}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
          empty={messages.groups.noTasks}
          skeletonRows={2}
        />
      </Section>
      <Section title={messages.groups.types} count={types.data?.length}>
        <DataTable
          label={messages.groups.types}
          columns={typeColumns}
          rows={types.data}
          rowId={(type) => type.id}
          defaultSort={byNameUpwards}
          error={types.error}
          onRetry={() => void types.refetch()}
          empty={messages.groups.noTypes}
          skeletonRows={2}
        />
      </Section>
      <Section title={messages.groups.list}>
        <GroupsBrowser />
      </Section>
    </Page>
  );
}
