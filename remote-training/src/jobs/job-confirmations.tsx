import { sendAsChangeSet } from '@console/shared-auth';
import type { JobWithType } from '@console/shared-contract/api';
import { ConfirmDialog } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { DeletionDialog, useWrite } from '@console/shared-ui/pages';
import { jobFormMessages } from './dialog/job-form-messages';
import { jobMessages } from './data/job-messages';
import { deleteJob, setJobDone } from './data/jobs.mutations';

interface JobConfirmationProps {
  job: JobWithType;
  onClose: () => void;
}

/** Completes a job or reopens a completed one. */
export function useSetJobDone() {
  return useWrite({
    send: ({ job, done }: { job: JobWithType; done: boolean }) => setJobDone(job, done),
    success: { title: jobFormMessages.updated },
    failure: jobFormMessages.updateFailed,
    changes: ({ job }) => [{ topic: 'jobs', id: job.id }],
    getKey: ({ job }) => job.id,
  });
}

export function CompleteJob({ job, onClose }: JobConfirmationProps) {
  const setDone = useSetJobDone();
  return (
    <ConfirmDialog
      title={jobMessages.complete}
      confirmLabel={jobMessages.complete}
      danger={false}
      busy={setDone.isPending}
      onConfirm={() => void setDone.send({ job, done: true }).then(onClose)}
      onCancel={onClose}
    >
      {jobMessages.completeText}
    </ConfirmDialog>
  );
}

export function DeleteJob({ job, onClose }: JobConfirmationProps) {
  const offerUndo = useUndoNotice();
  const deletion = useWrite({
    send: () => sendAsChangeSet(['delete job', job.id], (options) => deleteJob(job, options)),
    failure: jobMessages.deleteFailed,
    changes: () => [{ topic: 'jobs', id: job.id }],
  });
  const deleteAndClose = async () => {
    const result = await deletion.send();
    if (result?.ok)
      offerUndo(jobMessages.deleted, {
        changeSet: result.result.changeSet,
        changes: [{ topic: 'jobs' }],
        text: jobMessages.deletedText(job.name, job.item_count),
      });
    onClose();
  };
  return (
    <DeletionDialog
      title={jobMessages.deleteTitle}
      dependents={{ call: `GET /annotate/v2/${job.type}job/{id}/dependents`, id: job.id, name: job.name }}
      busy={deletion.isPending}
      canUndo
      onConfirm={() => void deleteAndClose()}
      onCancel={onClose}
    >
      <strong>{job.name}</strong>. {jobMessages.deleteItems(job.item_count, job.item_done_count, job.type)}
    </DeletionDialog>
  );
}
