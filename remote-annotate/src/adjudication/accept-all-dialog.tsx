import { sendAsChangeSet, useWorkspaceQuery } from '@console/shared-auth';
import { ConfirmDialog, describeRefusal } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import type { JobKind } from '../job/job.queries';
import { acceptProposals } from './adjudication.queries';
import { adjudicationMessages } from './adjudication-messages';

/** Shows for how many items most annotators agree (no ties), and accepts the proposed results of these items. */
export function AcceptAllDialog({ kind, jobId, onClose }: { kind: JobKind; jobId: string; onClose: () => void }) {
  const offerUndo = useUndoNotice();
  const preview = useWorkspaceQuery({
    key: ['jobs', 'disputed', kind, jobId, 'preview'],
    load: (scope) => acceptProposals(kind, jobId, { isDryRun: true }, scope),
    gcTime: 0,
    retry: false,
  });
  const changes =
    kind === 'image'
      ? ([{ topic: 'jobs', id: jobId }, { topic: 'objects' }, { topic: 'images' }] as const)
      : ([{ topic: 'jobs', id: jobId }, { topic: 'groups' }] as const);
  const acceptance = useWrite({
    send: () => sendAsChangeSet(['adjudicate', jobId], (options) => acceptProposals(kind, jobId, { isDryRun: false }, options)),
    failure: adjudicationMessages.acceptFailed,
    changes: () => changes,
  });
  const submit = async () => {
    const outcome = await acceptance.send();
    if (outcome?.ok)
      offerUndo(adjudicationMessages.accepted(outcome.result.result.items), { changeSet: outcome.result.changeSet, changes });
    onClose();
  };
  const counts = preview.data;
  return (
    <ConfirmDialog
      title={adjudicationMessages.acceptAllTitle}
      confirmLabel={adjudicationMessages.accept}
      danger={false}
      busy={acceptance.isPending}
      confirmDisabled={!counts || counts.items === 0}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      <div role="status">
        {preview.error
          ? describeRefusal(preview.error)
          : counts
            ? adjudicationMessages.acceptCounts[kind](counts.items, counts.results, counts.ties)
            : adjudicationMessages.counting}
      </div>
    </ConfirmDialog>
  );
}
