import type { JobWithType } from '@console/shared-contract/api';
import { ConfirmDialog } from '@console/shared-ui/basics';
import { DeletionDialog, useWrite } from '@console/shared-ui/pages';
import { jobFormMessages } from './dialog/job-form-messages';
import { jobMessages } from './data/job-messages';
import { deleteJob, setJobDone } from './data/jobs.mutations';

export interface JobConfirmationProps {
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
      open
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
  const deletion = useWrite({
    send: deleteJob,
    success: (_, job) => ({ title: jobMessages.deleted, text: jobMessages.deletedText(job.name, job.item_count) }),
    failure: jobMessages.deleteFailed,
    changes: ({ id }) => [{ topic: 'jobs', id }],
  });
  return (
    <DeletionDialog
      title={jobMessages.deleteTitle}
      dependents={{ call: `GET /annotate/v2/${job.type}job/{id}/dependents`, id: job.id, name: job.name }}
      busy={deletion.isPending}
      onConfirm={() => void deletion.send(job).then(onClose)}
      onCancel={onClose}
    >
      <strong>{job.name}</strong>. {jobMessages.deleteItems(job.item_count, job.item_done_count, job.type)}
    </DeletionDialog>
  );
}
