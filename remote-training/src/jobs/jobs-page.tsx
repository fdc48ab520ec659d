import type { TypedJob } from '@console/shared-contract/api';
import { Badge, type Column, DataTable, Page, ProgressBar, Section, StartIcon, TruncatedText } from '@console/shared-ui';
import { messages } from '../messages';
import { useJobReferences, useJobs } from './jobs.queries';

/** Where a job is worked on. */
export const workPageOf = (job: TypedJob): string => (job.type === 'image' ? `/imagejob/${job.id}` : `/similarityjob/${job.id}`);

const share = (job: TypedJob): number => (job.item_count === 0 ? 0 : job.item_done_count / job.item_count);

function columnsFor(names: ReadonlyMap<string, string> | undefined): Column<TypedJob>[] {
  const named = (ids: readonly string[]) =>
    ids
      .map((id) => names?.get(id))
      .filter((name) => name !== undefined)
      .join(', ');
  return [
    {
      id: 'name',
      header: messages.columns.name,
      cell: (job) => <TruncatedText>{job.name}</TruncatedText>,
      sortValue: (job) => job.name,
      width: '26%',
    },
    {
      id: 'progress',
      header: messages.columns.progress,
      cell: (job) =>
        job.done ? (
          <Badge appearance="tint" color="success">
            {messages.jobs.done}
          </Badge>
        ) : (
          <ProgressBar
            value={share(job)}
            thickness="large"
            aria-label={messages.jobs.progress(job.item_done_count, job.item_count)}
          />
        ),
      sortValue: share,
      width: '120px',
    },
    {
      id: 'items',
      header: messages.columns.items,
      cell: (job) => `${job.item_done_count} / ${job.item_count}`,
      sortValue: (job) => job.item_count,
      align: 'end',
      width: '80px',
    },
    {
      id: 'todo',
      header: messages.columns.todo,
      cell: (job) => String(job.todo_number),
      sortValue: (job) => job.todo_number,
      align: 'end',
      width: '104px',
    },
    {
      id: 'type',
      header: messages.columns.type,
      cell: (job) => (job.type === 'image' ? messages.jobs.image : messages.jobs.similarity),
      sortValue: (job) => job.type,
      width: '96px',
    },
    { id: 'flow', header: messages.columns.flow, cell: (job) => (job.flow ? named([job.flow]) : '–') },
    { id: 'tasks', header: messages.columns.recognitionTasks, cell: (job) => named(job.recognition_tasks) || '–' },
  ];
}

export function JobsPage() {
  const jobs = useJobs();
  const references = useJobReferences();
  return (
    <Page title={messages.jobs.title}>
      <Section title={messages.jobs.list} count={jobs.data?.length}>
        <DataTable
          label={messages.jobs.list}
          columns={columnsFor(references.data)}
          rows={jobs.data}
          rowId={(job) => job.id}
          defaultSort={{ columnId: 'name', direction: 'ascending' }}
          rowActions={(job) => [{ label: messages.jobs.startWork, icon: <StartIcon />, to: workPageOf(job) }]}
          error={jobs.error}
          onRetry={() => void jobs.refetch()}
          empty={messages.jobs.none}
          actionsWidth="80px"
        />
      </Section>
    </Page>
  );
}
