import { useSession } from '@console/shared-auth';
import {
  DashboardCard,
  EmptyState,
  ErrorState,
  JobsIcon,
  LinkButton,
  makeStyles,
  SkeletonRows,
  StartIcon,
  TextLink,
  tokens,
  TruncatedText,
} from '@console/shared-ui/basics';
import { jobMessages } from '../jobs/job-messages';
import { findDuplicateNames } from '../jobs/duplicate-names';
import { isAvailableToUser, useJobs } from '../jobs/jobs.queries';
import { getWorkPagePath } from '../jobs/work-page-path';
import { messages } from '../messages';

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

/** Dashboard card with the open jobs that the user can work on, each with a link to its work page. */
export function JobsCard() {
  const styles = useStyles();
  const { data, error, refetch } = useJobs();
  const userId = useSession().user?.id;
  const openJobs = data?.filter((job) => !job.done && isAvailableToUser(job, userId));
  const duplicateNames = findDuplicateNames(data);
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!openJobs) return <SkeletonRows rows={4} label={messages.jobs.list} />;
    if (openJobs.length === 0) return <EmptyState>{messages.jobs.none}</EmptyState>;
    return (
      <ul className={styles.list}>
        {openJobs.map((job) => (
          <li key={job.id} className={styles.item}>
            <div className={styles.name}>
              <TextLink to={`/jobs?job=${job.id}`}>
                <TruncatedText>{job.name}</TruncatedText>
              </TextLink>
              <span className={styles.progress}>
                {messages.jobs.progress(job.item_done_count, job.item_count)}
                {duplicateNames.has(job.name.toLocaleLowerCase()) && ` · ${jobMessages.shortId(job.id)}`}
              </span>
            </div>
            <LinkButton to={getWorkPagePath(job)} size="small" icon={<StartIcon />}>
              {messages.jobs.startWork}
            </LinkButton>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <DashboardCard
      title={messages.jobs.title}
      icon={<JobsIcon />}
      action={<TextLink to="/jobs?state=mine">{messages.dashboard.open}</TextLink>}
    >
      {content()}
    </DashboardCard>
  );
}
