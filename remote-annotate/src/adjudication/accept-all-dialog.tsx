import { sendAsChangeSet, useWorkspaceQuery } from '@console/shared-auth';
import { ConfirmDialog, describeRefusal } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import type { JobKind } from '../job/job.queries';
import { acceptProposals } from './adjudication.queries';
import { adjudicationMessages } from './adjudication-messages';

/** Shows for how many items most annotators agree (no ties), and accepts the proposed results of these items. */
export function AcceptAllDialog({ kind, job, onClose }: { kind: JobKind; job: string; onClose: () => void }) {
  const offerUndo = useUndoNotice();
  const preview = useWorkspaceQuery({
    key: ['jobs', 'disputed', kind, job, 'preview'],
    load: (scope) => acceptProposals(kind, job, true, scope),
    gcTime: 0,
    retry: false,
  });
  const changes =
    kind === 'image'
      ? ([{ topic: 'jobs', id: job }, { topic: 'objects' }, { topic: 'images' }] as const)
      : ([{ topic: 'jobs', id: job }, { topic: 'groups' }] as const);
  const accept = useWrite({
    send: () => sendAsChangeSet(['adjudicate', job], (options) => acceptProposals(kind, job, false, options)),
    failure: adjudicationMessages.acceptFailed,
    changes: () => changes,
  });
  const submit = async () => {
    const outcome = await accept.send();
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
      busy={accept.isPending}
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
