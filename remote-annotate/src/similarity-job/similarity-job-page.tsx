import type { Job } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { LazyComponent, makeStyles, tokens } from '@console/shared-ui/basics';
import { useCallback, useMemo, useRef, useState } from 'react';
import { SaveStateView } from '../image/save-state/save-state';
import { ItemNotInJob, JobLoadState, JobPage, JobToolbar, NoOpenItem } from '../job/job-frame';
import { JobSteps, type ItemView } from '../job/job-steps';
import { useIsJobItem, useJobBatch } from '../job/job.queries';
import { useItemFocus } from '../job/use-item-focus';
import { useStepHistory, type CompletedStep } from '../job/use-step-history';
import { useItemNavigation } from '../job/use-item-navigation';
import { jobMessages } from '../job/job-messages';
import type { Outbox, Write } from '../outbox';
import { useActiveTime } from '../active-time/use-active-time';
import { GoldFeedback } from '../image-job/feedback/gold-feedback';
import { useGoldFeedback } from '../image-job/feedback/use-gold-feedback';
import { GroupBodyPanel } from './group-body-panel';
import { useGroupRules } from './use-group-rules';

const loadComments = async () => (await import('@console/shared-ui/comments')).CommentsSection;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  group: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: tokens.spacingHorizontalL, outlineStyle: 'none' },
  comments: { marginTop: tokens.spacingVerticalL },
});

/** The page /similarityjob/{id}. */
export const SimilarityJobPage = () => <JobPage kind="similarity" Workspace={JobWorkspace} />;

function JobWorkspace({ job, outbox }: { job: Job; outbox: Outbox }) {
  const styles = useStyles();
  const [deletedGroups, setDeletedGroups] = useState<ReadonlySet<string>>(new Set());
  const batch = useJobBatch('similarity', job.id, outbox, deletedGroups);
  const navigation = useItemNavigation('group', job.id, batch.openItems);
  const { current: currentGroupId, skip } = navigation;
  const [lastView, setLastView] = useState<{ item: string | undefined; view: ItemView }>({ item: undefined, view: 'nothing' });
  const onSeen = useCallback((newView: ItemView) => setLastView({ item: currentGroupId, view: newView }), [currentGroupId]);
  const onDeleted = useCallback(() => {
    if (currentGroupId === undefined) return;
    setDeletedGroups((ids) => new Set([...ids, currentGroupId]));
    skip(currentGroupId);
  }, [currentGroupId, skip]);
  const { id, name, workspace } = job;
  useActiveTime({ workspaceId: workspace, itemId: currentGroupId, jobId: id });
  const jobReference = useMemo(() => ({ id, name }), [id, name]);
  const { recordStep, undoStep, redoStep } = useStepHistory(id, navigation, outbox);
  const finishGroup = useFinishGroup(jobReference, outbox, recordStep, currentGroupId);
  const ruleDialog = useGroupRules(currentGroupId);
  // `navigation.seen` contains the groups that this tab has shown before.
  const isKnownItem =
    currentGroupId !== undefined &&
    (batch.leasedItems?.includes(currentGroupId) === true || navigation.seen.includes(currentGroupId));
  const goldFeedback = useGoldFeedback('similarity', job);
  const jobItemQuery = useIsJobItem('similarity', id, currentGroupId, isKnownItem);
  const isJobItem = isKnownItem || jobItemQuery.data;
  // What is on the screen for the current group: nothing, the group, or an error. `JobSteps` receives this view as `seen`.
  const shownView = lastView.item === currentGroupId ? lastView.view : 'nothing';
  const container = useRef<HTMLDivElement>(null);
  useItemFocus(container, batch, currentGroupId, shownView !== 'nothing');
  const renderItem = () => {
    if (currentGroupId === undefined) return <NoOpenItem job={job} batch={batch} />;
    if (isJobItem)
      return (
        <>
          <GroupBodyPanel
            key={currentGroupId}
            groupId={currentGroupId}
            workspaceId={workspace}
            job={jobReference}
            onDeleted={onDeleted}
            onSeen={onSeen}
          />
          {shownView === 'item' && (
            <div key={`comments ${currentGroupId}`} className={styles.comments}>
              <LazyComponent
                load={loadComments}
                title={jobMessages.comments}
                props={{ row: { group: currentGroupId }, target: { kind: 'group', entity: currentGroupId, job: id } }}
                skeleton={null}
              />
            </div>
          )}
        </>
      );
    if (isJobItem === false)
      return <ItemNotInJob kind="similarity" item={currentGroupId} onContinue={() => skip(currentGroupId)} />;
    return (
      <JobLoadState
        error={jobItemQuery.error ?? batch.error}
        onRetry={() => void (jobItemQuery.error ? jobItemQuery.refetch() : batch.refetch())}
      />
    );
  };
  return (
    <div className={styles.column}>
      <JobToolbar job={job}>
        {/* In a similarity job, `imageId` is the id of a group. */}
        <SaveStateView outbox={outbox} imageId={currentGroupId} />
        <JobSteps navigation={navigation} seen={shownView} finish={finishGroup} undoStep={undoStep} redoStep={redoStep} />
      </JobToolbar>
      <GoldFeedback
        {...goldFeedback}
        kind="similarity"
        job={job}
        currentItemId={currentGroupId}
        onOpen={(id) => navigation.returnTo(id)}
        onRemoveMark={(id) => {
          const mark = { kind: 'mark-done', of: 'similarity', job: jobReference, item: id } as const;
          void outbox.enterWrite({ ...mark, before: true, after: false });
        }}
      />
      <div ref={container} tabIndex={-1} className={styles.group}>
        {renderItem()}
      </div>
      {ruleDialog}
    </div>
  );
}

/** Returns a function that verifies the group if requested, and marks it as done. */
function useFinishGroup(job: Pick<Job, 'id' | 'name'>, outbox: Outbox, onStep: (step: CompletedStep) => void, groupId = '') {
  const { user } = useSession();
  return async (verify: boolean): Promise<void> => {
    if (!user) return;
    const writes: Write[] = [];
    if (verify) writes.push({ kind: 'group-verification', group: groupId, user: user.id, before: false, after: true });
    writes.push({ kind: 'mark-done', of: 'similarity', job, item: groupId, before: false, after: true });
    // Record the step before the outbox stores the changes. The next item is shown at once, and an undo on that item needs the step.
    onStep({ item: groupId, writes });
    await Promise.all(writes.map((write) => outbox.enterWrite(write)));
  };
}
