import type { Job } from '@console/shared-contract/api';
import { isNotFound, useSession } from '@console/shared-auth';
import {
  AutoCompleteIcon,
  Button,
  EmptyState,
  ErrorState,
  makeStyles,
  mergeClasses,
  PageLink,
  ShuffleIcon,
  SkeletonRows,
  TextLink,
  tokens,
  Tooltip,
  TruncatedText,
} from '@console/shared-ui/basics';
import type { ReactNode } from 'react';
import { imageJobMessages } from '../image/jobs/image-job-messages';
import { jobMessages } from './job-messages';
import { outboxMessages } from '../outbox/entries/outbox-messages';
import type { JobBatch, JobKind } from './job.queries';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { minWidth: 0, maxWidth: '40%', fontWeight: tokens.fontWeightSemibold },
  nameWithTooltip: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  progress: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  end: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, marginInlineStart: 'auto' },
});

/** The toolbar of a job with its name, settings and progress; `children` are its buttons. */
export function JobToolbar({ job, children }: { job: Job; children?: ReactNode }) {
  const styles = useStyles();
  return (
    <div role="toolbar" aria-label={jobMessages.toolbar} className={styles.bar}>
      <JobName job={job} />
      {job.auto_complete && (
        <Tooltip content={jobMessages.autoComplete} relationship="label">
          <AutoCompleteIcon role="img" />
        </Tooltip>
      )}
      {job.randomize && (
        <Tooltip content={jobMessages.random} relationship="label">
          <ShuffleIcon role="img" />
        </Tooltip>
      )}
      <span aria-label={jobMessages.progressLabel} role="status" className={styles.progress}>
        {imageJobMessages.progress(job.item_done_count, job.item_count)}
      </span>
      <div className={styles.end}>{children}</div>
    </div>
  );
}

/** The name of the job, with its description in a tooltip on hover and focus. */
function JobName({ job: { name, description } }: { job: Job }) {
  const styles = useStyles();
  if (description === '')
    return (
      <span className={styles.name}>
        <TruncatedText>{name}</TruncatedText>
      </span>
    );
  return (
    <Tooltip content={description} relationship="description">
      <span className={mergeClasses(styles.name, styles.nameWithTooltip)} tabIndex={0}>
        {name}
      </span>
    </Tooltip>
  );
}

/** Whether the user may work on the job. A job without assignees is open to all users. */
export function isAssignedTo({ assignees = [] }: Pick<Job, 'assignees'>, userId: string | undefined): boolean {
  return assignees.length === 0 || assignees.some(({ id }) => id === userId);
}

/** Shown while the job or its batch of items is loading, or when loading failed. */
export function JobLoadState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <SkeletonRows label={jobMessages.loading} />;
  return isNotFound(error) ? <EmptyState>{jobMessages.notFound}</EmptyState> : <ErrorState error={error} onRetry={onRetry} />;
}

/** Shown when the URL names an item that is not in the job. */
export function ItemNotInJob({ kind, item: itemId, onContinue }: { kind: JobKind; item: string; onContinue: () => void }) {
  return (
    <EmptyState action={<Button onClick={onContinue}>{jobMessages.continueJob}</Button>}>
      {jobMessages.notInJob[kind]}{' '}
      {kind === 'image' ? (
        <TextLink to={`/image/${itemId}`}>{outboxMessages.openImage}</TextLink>
      ) : (
        <TextLink to={`/group/${itemId}`}>{outboxMessages.openGroup}</TextLink>
      )}
    </EmptyState>
  );
}

/** Shown when no item is open. If the job is assigned to other users, shows their names. */
export function NoOpenItem({
  job,
  batch: { emptyReason, openForOthers, isPaused, error, refetch },
}: {
  job: Job;
  batch: JobBatch;
}) {
  const userId = useSession().user?.id;
  const toJobs = <PageLink to="/jobs">{jobMessages.allJobs}</PageLink>;
  if (emptyReason === 'none' && !isAssignedTo(job, userId)) {
    const assigneeNames = (job.assignees ?? []).map(({ username }) => username).join(', ');
    return <EmptyState action={toJobs}>{jobMessages.assignedTo(assigneeNames)}</EmptyState>;
  }
  if (emptyReason === 'none' && isPaused)
    return <EmptyState action={<Button onClick={refetch}>{jobMessages.checkAgain}</Button>}>{jobMessages.paused}</EmptyState>;
  if (emptyReason !== 'saving' && (emptyReason === 'loading' || error)) return <JobLoadState error={error} onRetry={refetch} />;
  const emptyText = { saving: jobMessages.saving, undecided: jobMessages.needsDecision, none: jobMessages.complete }[emptyReason];
  return (
    <div role="status">
      {emptyReason === 'none' && job.missing_people ? (
        <EmptyState>{jobMessages.missingPeople}</EmptyState>
      ) : emptyReason === 'none' && openForOthers > 0 ? (
        <EmptyState action={<Button onClick={refetch}>{jobMessages.checkAgain}</Button>}>
          {emptyText}
          <br />
          {jobMessages.openForOthers(openForOthers)}
        </EmptyState>
      ) : (
        <EmptyState action={emptyReason === 'none' && toJobs}>{emptyText}</EmptyState>
      )}
    </div>
  );
}
