import type { TypedJob } from '@console/shared-contract/api';
import { ConfirmDialog } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { jobMessages } from '../job-messages';
import { messages } from '../messages';
import { deleteJob, setJobDone } from './jobs.mutations';

const words = messages.jobs;

export interface JobConfirmationProps {
  job: TypedJob;
  onClose: () => void;
}

/** Completes a job, or opens a completed one again. */
export function useSetDone() {
  return useWrite({
    send: ({ job, done }: { job: TypedJob; done: boolean }) => setJobDone(job, done),
    success: { title: messages.jobForm.updated },
    failure: messages.jobForm.updateFailed,
    changes: ({ job }) => [{ topic: 'jobs', id: job.id }],
    getKey: ({ job }) => job.id,
  });
}

export function CompleteJob({ job, onClose }: JobConfirmationProps) {
  const setDone = useSetDone();
  return (
    <ConfirmDialog
      open
      title={words.complete}
      confirmLabel={words.complete}
      danger={false}
      busy={setDone.isPending}
      onConfirm={() => void setDone.send({ job, done: true }).then(onClose)}
      onCancel={onClose}
    >
      {words.completeText}
    </ConfirmDialog>
  );
}

export function DeleteJob({ job, onClose }: JobConfirmationProps) {
  const remove = useWrite({
    send: deleteJob,
    success: (_, job) => ({ title: jobMessages.deleted, text: jobMessages.deletedText(job.name, job.item_count) }),
    failure: words.deleteFailed,
    changes: ({ id }) => [{ topic: 'jobs', id }],
  });
  return (
    <ConfirmDialog
      open
      title={words.deleteTitle}
      busy={remove.isPending}
      onConfirm={() => void remove.send(job).then(onClose)}
      onCancel={onClose}
    >
      <strong>{job.name}</strong>. {jobMessages.deleteItems(job.item_count, job.item_done_count, job.type)}
    </ConfirmDialog>
  );
}
