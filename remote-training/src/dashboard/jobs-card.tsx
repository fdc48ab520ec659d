import type { JobWithType } from '@console/shared-contract/api';
import { useCanCall, useSession } from '@console/shared-auth';
import {
  DashboardCard,
  EmptyState,
  ErrorState,
  JobsIcon,
  LinkButton,
  makeStyles,
  PageLink,
  SkeletonRows,
  StartIcon,
  TextLink,
  tokens,
  TruncatedText,
} from '@console/shared-ui/basics';
import { dashboardMessages } from './dashboard-messages';
import { jobMessages } from '../jobs/data/job-messages';
import { messages } from '../messages';
import { findDuplicateNames } from '../jobs/data/duplicate-names';
import { isAvailableToUser, useJobs, useRemarksForUser } from '../jobs/data/jobs.queries';
import { getWorkPagePath } from '../jobs/data/work-page-path';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, maxHeight: '280px', overflowY: 'auto' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: '6px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTopStyle: 'none' },
  },
  name: { flexGrow: 1, minWidth: 0 },
  progress: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
});

/** Whether the work page of a job has an open item. Also true for a job without items, because the page explains why it has none. */
const hasOpenItems = ({ item_count: count, item_done_count: done }: JobWithType) => count === 0 || done < count;

/** Dashboard card with the open jobs that the user can work on or has to review, each with a link to its work page. */
export function JobsCard() {
  const styles = useStyles();
  const { data, error, refetch } = useJobs();
  const userId = useSession().user?.id;
  const canWork = useCanCall<'POST /annotate/v2/imagejob/{id}/mark-done'>('annotate');
  const remarks = useRemarksForUser();
  const listRemarks = (job: JobWithType) => (remarks ?? []).filter((remark) => remark.job === job.id);
  // Wait for the remarks of reviewers. Otherwise, jobs with remarks would appear later and move the other jobs under the pointer.
  const openJobs = remarks && data?.filter((job) => !job.done && (isAvailableToUser(job, userId) || listRemarks(job).length > 0));
  const duplicateNames = findDuplicateNames(data);
  const renderContent = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!openJobs) return <SkeletonRows rows={4} label={jobMessages.list} />;
    if (openJobs.length === 0) return <EmptyState>{jobMessages.none}</EmptyState>;
    return (
      <ul className={styles.list}>
        {openJobs.map((job) => {
          const [firstRemark, ...otherRemarks] = listRemarks(job);
          const details = [
            jobMessages.progress(job.item_done_count, job.item_count),
            ...(duplicateNames.has(job.name.toLocaleLowerCase()) ? [jobMessages.shortId(job.id)] : []),
            ...(firstRemark ? [jobMessages.remarksForYou(1 + otherRemarks.length)] : []),
          ];
          return (
            <li key={job.id} className={styles.item}>
              <div className={styles.name}>
                <TextLink to={`/jobs?job=${job.id}`}>
                  <TruncatedText>{job.name}</TruncatedText>
                </TextLink>
                <span className={styles.progress}>{details.join(' · ')}</span>
              </div>
              {canWork && (firstRemark || hasOpenItems(job)) && (
                <LinkButton to={getWorkPagePath(job, firstRemark?.image)} size="small" icon={<StartIcon />}>
                  {jobMessages.startWork}
                </LinkButton>
              )}
            </li>
          );
        })}
      </ul>
    );
  };
  return (
    <DashboardCard
      title={jobMessages.title}
      icon={<JobsIcon />}
      action={
        <>
          <TextLink to="/jobs?state=mine">{dashboardMessages.open}</TextLink>
          <PageLink to="/quality">{messages.quality}</PageLink>
        </>
      }
    >
      {renderContent()}
    </DashboardCard>
  );
}
