import type { JobWithType } from '@console/shared-contract/api';
import { Badge, Caption1, ProgressBar, TruncatedText } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { jobMessages } from './data/job-messages';
import { messages } from '../messages';
import { findName, type JobReferences } from './data/jobs.queries';

const getProgress = (job: JobWithType): number => (job.item_count === 0 ? 0 : job.item_done_count / job.item_count);

const formatMissingPeople = (needed: number, available: number): string =>
  available < needed ? jobMessages.missingPeople(needed, available) : jobMessages.missingFurtherPeople;

/**
 * Formats the text below the job name: the short id if the name is not unique, the assignees, a note about missing annotators, and
 * the number of items that wait for a reviewer's decision.
 */
function formatSubtitle(
  { id, name, assignees = [], todo_number, missing_people: missingPeople, adjudication_count: waitingCount = 0 }: JobWithType,
  duplicateNames: ReadonlySet<string>,
): string {
  const usernames = assignees.map(({ username }) => username).join(', ');
  return [
    duplicateNames.has(name.toLocaleLowerCase()) ? jobMessages.shortId(id) : '',
    usernames === '' ? '' : jobMessages.assignedTo(usernames),
    missingPeople ? formatMissingPeople(todo_number, missingPeople.available) : '',
    waitingCount > 0 ? jobMessages.waitForAdjudication(waitingCount) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Creates the columns of the jobs table.
 * @param references names of the labelling flows and tasks of jobs
 * @param duplicateNames lower-case names that more than one job has
 */
export function createJobColumns(
  references: JobReferences | undefined,
  duplicateNames: ReadonlySet<string>,
): Column<JobWithType>[] {
  return [
    {
      id: 'name',
      header: messages.columns.name,
      cell: (job) => (
        <>
          <TruncatedText>{job.name}</TruncatedText>
          {formatSubtitle(job, duplicateNames) !== '' && (
            <Caption1 block>
              <TruncatedText>{formatSubtitle(job, duplicateNames)}</TruncatedText>
            </Caption1>
          )}
        </>
      ),
      sortValue: (job) => job.name,
      width: 'clamp(150px, 13vw, 480px)',
    },
    {
      id: 'progress',
      header: messages.columns.progress,
      cell: (job) =>
        job.done ? (
          <Badge appearance="tint" color="success">
            {jobMessages.done}
          </Badge>
        ) : (
          <ProgressBar
            value={getProgress(job)}
            thickness="large"
            aria-label={jobMessages.progress(job.item_done_count, job.item_count)}
          />
        ),
      sortValue: getProgress,
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
      width: '108px',
    },
    {
      id: 'type',
      header: messages.columns.type,
      cell: (job) => jobMessages.type[job.type],
      sortValue: (job) => job.type,
      width: '76px',
    },
    {
      id: 'flow',
      header: messages.columns.flow,
      cell: (job) => (job.flow && findName(references?.flows, job.flow)) || '–',
      // With this width and the width of the tasks column, the table fits into a window of 1,366 pixels, however long the names
      // are.
      width: 'clamp(100px, 8vw, 200px)',
    },
    {
      id: 'tasks',
      header: messages.columns.recognitionTasks,
      cell: (job) =>
        job.recognition_tasks
          .map((id) => findName(references?.tasks, id))
          .filter((name) => name !== undefined)
          .join(', ') || '–',
      width: 'clamp(104px, 8vw, 260px)',
    },
  ];
}
