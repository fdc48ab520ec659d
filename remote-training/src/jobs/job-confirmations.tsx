import type { TypedJob } from '@console/shared-contract/api';
import { ConfirmDialog, describeError, useNotify } from '@console/shared-ui/basics';
import { useMutation } from '@tanstack/react-query';
import { messages } from '../messages';
import { deleteJob, refreshJobs, setJobDone } from './jobs.mutations';

const words = messages.jobs;

export interface JobConfirmationProps {
  job: TypedJob;
  onClose: () => void;
}

/** Completes a job, or opens a completed one again. */
export function useSetDone() {
  const notify = useNotify();
  return useMutation({
    mutationFn: ({ job, done }: { job: TypedJob; done: boolean }) => setJobDone(job, done),
    onSuccess: () => {
      notify.success({ title: messages.jobForm.updated });
      return refreshJobs();
    },
    onError: (error) => notify.danger({ title: messages.jobForm.updateFailed, text: describeError(error) }),
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
      onConfirm={() => setDone.mutate({ job, done: true }, { onSettled: onClose })}
      onCancel={onClose}
    >
      {words.completeText}
    </ConfirmDialog>
  );
}

export function DeleteJob({ job, onClose }: JobConfirmationProps) {
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: () => deleteJob(job),
    onSuccess: () => refreshJobs(),
    onError: (error) => notify.danger({ title: words.deleteFailed, text: describeError(error) }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog open title={words.deleteTitle} busy={remove.isPending} onConfirm={() => remove.mutate()} onCancel={onClose}>
      {words.deleteText(job.name)}
    </ConfirmDialog>
  );
}
