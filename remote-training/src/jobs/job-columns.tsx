import type { TypedJob } from '@console/shared-contract/api';
import { Badge, Caption1, ProgressBar, TruncatedText } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { jobMessages } from '../job-messages';
import { messages } from '../messages';
import { nameOf, type JobReferences } from './jobs.queries';

const share = (job: TypedJob): number => (job.item_count === 0 ? 0 : job.item_done_count / job.item_count);

const assigneesOf = ({ assignees = [] }: TypedJob): string =>
  assignees.map(({ username }) => username).join(', ') || jobMessages.everybody;

/** Names that more than one job has, in small letters. */
export function namesOfSeveral(jobs: readonly TypedJob[] | undefined): ReadonlySet<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const { name } of jobs ?? []) {
    const key = name.toLocaleLowerCase();
    (seen.has(key) ? again : seen).add(key);
  }
  return again;
}

/** The columns of the table of jobs; `references` names what jobs point to. Jobs of one name, in `several`, are told apart by their ids. */
export function jobColumns(references: JobReferences | undefined, several: ReadonlySet<string>): Column<TypedJob>[] {
  return [
    {
      id: 'name',
      header: messages.columns.name,
      cell: (job) =>
        several.has(job.name.toLocaleLowerCase()) ? (
          <>
            <TruncatedText>{job.name}</TruncatedText>
            <Caption1>{jobMessages.idStart(job.id)}</Caption1>
          </>
        ) : (
          <TruncatedText>{job.name}</TruncatedText>
        ),
      sortValue: (job) => job.name,
      width: 'clamp(150px, 15vw, 480px)',
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
      width: '80px',
    },
    {
      id: 'items',
      header: messages.columns.items,
      cell: (job) => `${job.item_done_count} / ${job.item_count}`,
      sortValue: (job) => job.item_count,
      align: 'end',
      width: '88px',
    },
    {
      id: 'todo',
      header: messages.columns.todo,
      cell: (job) => String(job.todo_number),
      sortValue: (job) => job.todo_number,
      align: 'end',
      width: '64px',
    },
    {
      id: 'type',
      header: messages.columns.type,
      cell: (job) => messages.jobs.type[job.type],
      sortValue: (job) => job.type,
      width: '76px',
    },
    {
      id: 'assignees',
      header: jobMessages.column.assignees,
      cell: (job) => <TruncatedText>{assigneesOf(job)}</TruncatedText>,
      sortValue: assigneesOf,
      width: 'clamp(90px, 8vw, 200px)',
    },
    {
      id: 'flow',
      header: messages.columns.flow,
      cell: (job) => (job.flow && nameOf(references?.flows, job.flow)) || '–',
      // With these of both all columns fit into a window of 1,366 pixels, whatever flows and tasks are called.
      width: 'clamp(100px, 9vw, 200px)',
    },
    {
      id: 'tasks',
      header: messages.columns.recognitionTasks,
      cell: (job) =>
        job.recognition_tasks
          .map((id) => nameOf(references?.tasks, id))
          .filter((name) => name !== undefined)
          .join(', ') || '–',
      width: 'clamp(110px, 10vw, 260px)',
    },
  ];
}
