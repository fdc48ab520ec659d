import type { JobWithType } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { EditDialog } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { useMemo, useState } from 'react';
import { ExtraAnnotatorsFields } from './extra-annotators-fields';
import { JobGoldSection } from '../../gold/job-gold-section';
import { jobFormMessages } from './job-form-messages';
import { AssignmentFields, BlindField, FeedbackField, NameFields, ReferenceFields, TypeField } from './job-fields';
import {
  updateAttachments,
  createJob,
  isIndependent,
  toNewJobValues,
  updateJob,
  toJobValues,
  type JobValues,
} from '../data/jobs.mutations';
import {
  useDoneLabels,
  useJobReferences,
  useJobs,
  useMembers,
  useNewJobDefaults,
  type NewJobDefaults,
} from '../data/jobs.queries';

const JOB_LABELS = {
  name: jobFormMessages.name,
  description: jobFormMessages.description,
  instructions: jobFormMessages.instructions,
  assignees: jobFormMessages.assignees,
  todo_number: jobFormMessages.todo,
  randomize: jobFormMessages.randomize,
  auto_complete: jobFormMessages.autoComplete,
  blind: jobFormMessages.blind,
  gold_feedback: jobFormMessages.goldFeedback,
  extra_threshold: jobFormMessages.extraThreshold,
  max_people: jobFormMessages.maxPeople,
  recognition_tasks: jobFormMessages.tasks,
  mark_done_label: jobFormMessages.doneLabel,
  flow: jobFormMessages.flow,
};

interface JobDialogProps {
  /** The job to edit. Undefined creates a new job. */
  job?: JobWithType;
  onClose: () => void;
  onCreated?: (job: JobWithType) => void;
}

/** Names by id of the users, tasks, labelling flows and labels that a job refers to. */
function useReferenceNames(): ReadonlyMap<string, string> {
  const members = useMembers().data;
  const references = useJobReferences().data;
  const labels = useDoneLabels().data;
  return useMemo(
    () =>
      new Map([
        ...(members ?? []).map(({ id, username }) => [id, username] as const),
        ...[...(references?.tasks ?? []), ...(references?.flows ?? []), ...(labels ?? [])].map(
          ({ id, name }) => [id, name] as const,
        ),
      ]),
    [members, references, labels],
  );
}

/** Dialog that creates or edits a job. Mount a new instance each time it opens. */
export function JobDialog(props: JobDialogProps) {
  const loadedDefaults = useNewJobDefaults({ enabled: !props.job });
  const [defaults, setDefaults] = useState(loadedDefaults);
  // Set the defaults only once, so that later changes do not affect the open form and a failed refetch does not close it.
  if (!defaults && loadedDefaults) setDefaults(loadedDefaults);
  return defaults ? <JobForm {...props} defaults={defaults} /> : null;
}

function JobForm({ job, defaults, onClose, onCreated }: JobDialogProps & { defaults: NewJobDefaults }) {
  const notify = useNotify();
  const hasSimilarity = useHasService('custom-similarity');
  const jobs = useJobs().data;
  const newValues = useMemo(() => toNewJobValues(defaults), [defaults]);
  const otherJobs = useMemo(() => (jobs ?? []).filter(({ id }) => id !== job?.id), [jobs, job?.id]);

  const createWithAttachments = async (values: JobValues): Promise<void> => {
    const newJob = await createJob(values);
    try {
      await updateAttachments(newJob, values);
      notify.success({ title: jobFormMessages.created });
    } catch {
      notify.warning({ title: jobFormMessages.created, text: jobFormMessages.notAttached });
    }
    onCreated?.(newJob);
  };
  /**
   * Updates the job.
   * @param current the latest state of the job, with which the values are merged
   */
  const updateWithAttachments = async (current: JobWithType, values: JobValues): Promise<void> => {
    await updateJob(current, values);
    await updateAttachments(current, values);
    notify.success({ title: jobFormMessages.updated });
  };
  const write = useWrite({
    send: ({ current, values }: { current: JobWithType | undefined; values: JobValues }) =>
      current ? updateWithAttachments(current, values) : createWithAttachments(values),
    failure: job ? jobFormMessages.updateFailed : jobFormMessages.createFailed,
    failureIn: 'form',
    reasons: { 409: jobFormMessages.changedByOther },
    changes: () => [{ topic: 'jobs' }],
  });

  return (
    <EditDialog<JobValues>
      title={job ? jobFormMessages.editTitle : jobFormMessages.createTitle}
      submitLabel={job ? jobFormMessages.save : jobFormMessages.create}
      initial={job ? toJobValues(job) : newValues}
      labels={JOB_LABELS}
      names={useReferenceNames()}
      onSubmit={(values) => write.send({ current: job, values })}
      onClose={onClose}
    >
      {({ control, watch }) => {
        const isBlind = isIndependent({ blind: watch('blind'), todo_number: watch('todo_number') });
        return (
          <>
            <NameFields control={control} otherJobs={otherJobs} />
            {!job && hasSimilarity && <TypeField control={control} />}
            <AssignmentFields control={control} />
            <BlindField control={control} isIndependent={isBlind} />
            <FeedbackField control={control} isIndependent={isBlind} />
            <ExtraAnnotatorsFields control={control} />
            <ReferenceFields control={control} />
            {job && !job.done && (job.blind || job.type === 'similarity') && <JobGoldSection job={job} />}
          </>
        );
      }}
    </EditDialog>
  );
}
