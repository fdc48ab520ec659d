import type { Job } from '@console/shared-contract/api';
import { useSession, useWorkspace } from '@console/shared-auth';
import { Button, EmptyState, makeStyles, NextIcon, Page, PreviousIcon, useNotify, VerifiedIcon } from '@console/shared-ui/basics';
import { useParams } from 'react-router-dom';
import { LoadedImage } from '../image/loaded-image';
import { JobState, JobToolbar } from '../job/job-frame';
import { useBatch, useJob } from '../job/job.queries';
import { messages } from '../messages';
import { type Outbox, storedCall, useOutbox } from '../outbox';
import { useJobWalk } from './use-job-walk';

const words = messages.job;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  image: { flexGrow: 1, minHeight: 0 },
});

export function ImageJobPage() {
  const { id = '' } = useParams();
  const job = useJob('image', id);
  const { workspaceId } = useWorkspace();
  const outbox = useOutbox(job.data?.workspace ?? workspaceId);
  return (
    <Page title={job.data?.name ?? words.imageTitle} full>
      {job.data && outbox ? (
        <Work job={job.data} outbox={outbox} onChanged={() => void job.refetch()} />
      ) : (
        <JobState error={job.error} onRetry={() => void job.refetch()} />
      )}
    </Page>
  );
}

function Work({ job, outbox, onChanged }: { job: Job; outbox: Outbox; onChanged: () => void }) {
  const styles = useStyles();
  const notify = useNotify();
  const { user } = useSession();
  const batch = useBatch('image', job.id);
  const walk = useJobWalk(batch.data);
  const { current } = walk;

  /** Sent after the strokes of the picture, in their order. */
  const finish = async (verify: boolean) => {
    if (!current || !user) return;
    if (verify)
      await outbox.enterCall({
        imageId: current,
        call: storedCall('POST /annotate/v2/verification/', undefined, { user: user.id, image_id: current }),
        title: messages.verifications.title,
      });
    await outbox.enterCall({
      imageId: current,
      call: storedCall('POST /annotate/v2/imagejob/{id}/mark-done', { id: job.id }, { items: [current] }),
      title: words.markDoneTitle,
    });
    const hasMore = walk.next(true);
    await whenSent(outbox);
    onChanged();
    if (!hasMore) void batch.refetch();
  };

  return (
    <div className={styles.column}>
      <JobToolbar job={job}>
        <Button icon={<PreviousIcon />} onClick={() => walk.previous() || notify.warning({ title: words.noPrevious })}>
          {words.previous}
        </Button>
        <Button
          appearance="primary"
          icon={<VerifiedIcon />}
          disabledFocusable={!current}
          onClick={() => current && void finish(true)}
        >
          {words.verifyAndNext}
        </Button>
        <Button icon={<NextIcon />} disabledFocusable={!current} onClick={() => current && void finish(false)}>
          {words.next}
        </Button>
      </JobToolbar>
      {job.recognition_tasks.length === 0 && job.flow === null && <EmptyState>{words.noTasks}</EmptyState>}
      <div className={styles.image}>
        {!batch.data && <JobState error={batch.error} onRetry={() => void batch.refetch()} />}
        {batch.data && !current && <EmptyState>{words.empty}</EmptyState>}
        {current && <LoadedImage key={current} id={current} inJob />}
      </div>
    </div>
  );
}

/** Resolves when nothing waits to be sent any more. */
function whenSent(outbox: Outbox): Promise<void> {
  if (!outbox.hasUnsent) return Promise.resolve();
  return new Promise((resolve) => {
    const end = outbox.subscribe(() => {
      if (outbox.hasUnsent) return;
      end();
      resolve();
    });
  });
}
