import type { Job } from '@console/shared-contract/api';
import { useSession, useWorkspace } from '@console/shared-auth';
import { Button, EmptyState, makeStyles, NextIcon, Page, PreviousIcon, useNotify, VerifiedIcon } from '@console/shared-ui/basics';
import { useParams } from 'react-router-dom';
import { useVerifications } from '../image/image.queries';
import { LoadedImage } from '../image/loaded-image';
import { verificationOf } from '../image/toolbar/use-verification';
import { BatchRest, JobState, JobToolbar } from '../job/job-frame';
import { useBatch, useJob } from '../job/job.queries';
import { messages } from '../messages';
import { type Outbox, useOutbox, useWritesOn } from '../outbox';
import { EarlierAttention } from './earlier-attention';
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
      {job.data && outbox ? <Work job={job.data} outbox={outbox} /> : <JobState error={job.error} onRetry={job.refetch} />}
    </Page>
  );
}

function Work({ job, outbox }: { job: Job; outbox: Outbox }) {
  const styles = useStyles();
  const notify = useNotify();
  const batch = useBatch('image', job.id, outbox);
  const walk = useJobWalk(batch.open);
  const { current } = walk;
  const finish = useFinish(job, outbox, current);
  const finishAndGo = async (verify: boolean) => {
    await finish(verify);
    walk.next();
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
          onClick={() => current && void finishAndGo(true)}
        >
          {words.verifyAndNext}
        </Button>
        <Button icon={<NextIcon />} disabledFocusable={!current} onClick={() => current && void finishAndGo(false)}>
          {words.next}
        </Button>
      </JobToolbar>
      <EarlierAttention outbox={outbox} job={job.id} current={current} seen={walk.seen} />
      {job.recognition_tasks.length === 0 && job.flow === null && <EmptyState>{words.noTasks}</EmptyState>}
      <div className={styles.image}>
        {current ? <LoadedImage key={current} id={current} job={job} /> : <BatchRest batch={batch} />}
      </div>
    </div>
  );
}

/** Verifies the item, if wanted, and marks it as done: after the work on its picture, which is not waited for here. */
function useFinish(job: Job, outbox: Outbox, image = '') {
  const { user } = useSession();
  const verifications = useVerifications(image).data;
  const isChanging = useWritesOn('verifications', image).length > 0;
  return async (verify: boolean): Promise<void> => {
    if (!user) return;
    const isVerified = !isChanging && verifications?.some((verification) => verification.user.id === user.id);
    if (verify && !isVerified)
      await outbox.enterWrite({ kind: 'verification', image, before: null, after: verificationOf(image, user) });
    const named = { id: job.id, name: job.name };
    await outbox.enterWrite({ kind: 'mark-done', of: 'image', job: named, item: image, before: false, after: true });
  };
}
