import type { TypedJob } from '@console/shared-contract/api';
import { Badge, Caption1, ProgressBar, TruncatedText } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { jobMessages } from '../job-messages';
import { messages } from '../messages';
import { nameOf, type JobReferences } from './jobs.queries';

const share = (job: TypedJob): number => (job.item_count === 0 ? 0 : job.item_done_count / job.item_count);

/** What tells jobs of one name apart, and whom it is given to. */
function underName({ id, name, assignees = [] }: TypedJob, several: ReadonlySet<string>): string {
  const people = assignees.map(({ username }) => username).join(', ');
  return [several.has(name.toLocaleLowerCase()) ? jobMessages.idStart(id) : '', people === '' ? '' : jobMessages.givenTo(people)]
    .filter(Boolean)
    .join(' · ');
}

/** The columns of the table of jobs; `references` names what jobs point to. Jobs of one name, in `several`, are told apart by their ids. */
export function jobColumns(references: JobReferences | undefined, several: ReadonlySet<string>): Column<TypedJob>[] {
  return [
    {
      id: 'name',
      header: messages.columns.name,
      cell: (job) => (
        <>
          <TruncatedText>{job.name}</TruncatedText>
          {underName(job, several) !== '' && (
            <Caption1 block>
              <TruncatedText>{underName(job, several)}</TruncatedText>
            </Caption1>
          )}
        </>
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
