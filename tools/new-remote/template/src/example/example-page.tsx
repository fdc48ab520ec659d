import type { RecognitionTask } from '@console/shared-contract/api';
import { Page, Section } from '@console/shared-ui/basics';
import { defineUrlParams, ListBar, param, useUrlParams, useNameSearch } from '@console/shared-ui/pages';
import { type Column, DataTable } from '@console/shared-ui/table';
import { messages } from '../messages';
import { useTasks } from './example.queries';

const urlParams = defineUrlParams({
  search: param.search(),
  sort: param.sort(['name'], { columnId: 'name', direction: 'ascending' }),
});

const columns: Column<RecognitionTask>[] = [
  { id: 'name', header: messages.columns.name, cell: (task) => task.name, sortValue: (task) => task.name },
  {
    id: 'labels',
    header: messages.columns.labels,
    cell: (task) => task.labels.map((label) => label.name).join(', ') || messages.noLabels,
  },
];
const getId = ({ id }: RecognitionTask) => id;

export function ExamplePage() {
  const tasks = useTasks();
  const { values, set, isNarrowed } = useUrlParams(urlParams);
  const visibleTasks = useNameSearch(tasks.data, values.search);
  return (
    <Page title={messages.title}>
      <Section title={messages.tasks} count={tasks.data?.length}>
        <ListBar label={messages.search} search={values.search} onSearch={(search) => set({ search })} />
        <DataTable
          label={messages.tasks}
          columns={columns}
          rows={visibleTasks}
          rowId={getId}
          sort={values.sort}
          onSortChange={(sort) => set({ sort })}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
          empty={isNarrowed('sort') ? messages.noneMatch : messages.none}
        />
      </Section>
    </Page>
  );
}
