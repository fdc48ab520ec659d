import type { Job } from '@console/shared-contract/api';
import { useSession, useWorkspace } from '@console/shared-auth';
import { makeStyles, Page, tokens } from '@console/shared-ui/basics';
import { useCallback, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { SaveStateView } from '../image/toolbar/save-state';
import { BatchRest, JobState, JobToolbar } from '../job/job-frame';
import { JobSteps, type Seen } from '../job/job-steps';
import { useBatch, useJob } from '../job/job.queries';
import { useWalk } from '../job/use-walk';
import { messages } from '../messages';
import { type Outbox, useOutbox } from '../outbox';
import { GroupBodyPlace } from './group-body';

const words = messages.job;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  group: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: tokens.spacingHorizontalL },
});

export function SimilarityJobPage() {
  const { id = '' } = useParams();
  const job = useJob('similarity', id);
  const { workspaceId } = useWorkspace();
  const outbox = useOutbox(job.data?.workspace ?? workspaceId);
  return (
    <Page title={job.data?.name ?? words.similarityTitle} full>
      {job.data && outbox ? (
        <Work key={id} job={job.data} outbox={outbox} />
      ) : (
        <JobState error={job.error} onRetry={job.refetch} />
      )}
    </Page>
  );
}

function Work({ job, outbox }: { job: Job; outbox: Outbox }) {
  const styles = useStyles();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const batch = useBatch('similarity', job.id, outbox, gone);
  const walk = useWalk('group', job.id, batch.open);
  const { current, drop } = walk;
  const [seen, setSeen] = useState<{ of: string | undefined; what: Seen }>({ of: undefined, what: 'nothing' });
  const onSeen = useCallback((what: Seen) => setSeen({ of: current, what }), [current]);
  const onDeleted = useCallback(() => {
    if (current === undefined) return;
    setGone((ids) => new Set([...ids, current]));
    drop(current);
  }, [current, drop]);
  const { id, name, workspace } = job;
  const named = useMemo(() => ({ id, name }), [id, name]);
  const finish = useFinish(named, outbox, current);
  return (
    <div className={styles.column}>
      <JobToolbar job={job}>
        <SaveStateView outbox={outbox} imageId={current} />
        <JobSteps walk={walk} seen={seen.of === current ? seen.what : 'nothing'} finish={finish} />
      </JobToolbar>
      <div className={styles.group}>
        {current === undefined ? (
          <BatchRest batch={batch} />
        ) : (
          <GroupBodyPlace
            key={current}
            groupId={current}
            workspaceId={workspace}
            job={named}
            onDeleted={onDeleted}
            onSeen={onSeen}
          />
        )}
      </div>
    </div>
  );
}

/** Verifies the group, if wanted, and marks it as done. */
function useFinish(job: Pick<Job, 'id' | 'name'>, outbox: Outbox, group = '') {
  const { user } = useSession();
  return async (verify: boolean): Promise<void> => {
    if (!user) return;
    if (verify) await outbox.enterWrite({ kind: 'group-verification', group, user: user.id, before: false, after: true });
    await outbox.enterWrite({ kind: 'mark-done', of: 'similarity', job, item: group, before: false, after: true });
  };
}
