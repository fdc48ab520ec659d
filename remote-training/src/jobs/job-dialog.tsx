import type { TypedJob } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { EditDialog } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { messages } from '../messages';
import { NameFields, ReferenceFields, TypeField, WorkFields } from './job-fields';
import { attachToJob, createJob, newJob, updateJob, valuesOf, type JobValues } from './jobs.mutations';
import { useJobs } from './jobs.queries';

const words = messages.jobForm;

export interface JobDialogProps {
  /** The job that is edited; none: a new one. */
  job?: TypedJob;
  onClose: () => void;
  onCreated?: (job: TypedJob) => void;
}

/** Creates or edits a job. Mount it per opening. */
export function JobDialog({ job, onClose, onCreated }: JobDialogProps) {
  const notify = useNotify();
  const hasSimilarity = useHasService('custom-similarity');
  const jobs = useJobs().data;
  const others = useMemo(() => (jobs ?? []).filter(({ id }) => id !== job?.id), [jobs, job?.id]);

  const create = async (values: JobValues): Promise<void> => {
    const made = await createJob(values);
    try {
      await attachToJob(made, values);
      notify.success({ title: words.created });
    } catch {
      notify.warning({ title: words.created, text: words.notAttached });
    }
    onCreated?.(made);
  };
  const update = async (now: TypedJob, values: JobValues): Promise<void> => {
    await updateJob(now, values);
    await attachToJob(now, values);
    notify.success({ title: words.updated });
  };
  const write = useWrite({
    send: (values: JobValues) => (job ? update(job, values) : create(values)),
    failure: job ? words.updateFailed : words.createFailed,
    failureIn: 'form',
    reasons: { 409: words.changedByOther },
    changes: () => [{ topic: 'jobs' }],
  });

  return (
    <EditDialog<JobValues>
      title={job ? words.editTitle : words.createTitle}
      submitLabel={job ? words.save : words.create}
      initial={job ? valuesOf(job) : newJob}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <NameFields control={control} others={others} />
          {!job && hasSimilarity && <TypeField control={control} />}
          <WorkFields control={control} />
          <ReferenceFields control={control} />
        </>
      )}
    </EditDialog>
  );
}
