import type { JobWithType } from '@console/shared-contract/api';
import { announce, api, type ChangeSetOption } from '@console/shared-auth';
import { NO_EXTRA_ANNOTATORS, toExtraAnnotators, toExtraAnnotatorsFields, type ExtraAnnotators } from './extra-annotators';
import type { NewJobDefaults } from './jobs.queries';

export type JobType = JobWithType['type'];

/** The editable values of a job. */
export interface JobValues extends ExtraAnnotators {
  name: string;
  description: string;
  /** Instructions for annotators as Markdown. */
  instructions: string;
  /** User ids. An empty list assigns the job to everybody. */
  assignees: readonly string[];
  /** How many different users do each item: 1 to 4. */
  todo_number: number;
  randomize: boolean;
  auto_complete: boolean;
  /** Whether annotators work independently. Null, in a new job, means: independently if items have more than one annotator. */
  blind: boolean | null;
  /**
   * Maximum number of times that an annotator gets feedback on a gold item: 0 to 3, as text of the form. Only for jobs in which
   * users work independently (`blind`). A gold item has a known correct result.
   */
  gold_feedback: string;
  /** The type can be chosen only for a new job. */
  type: JobType;
  /** Ids of recognition tasks. */
  recognition_tasks: readonly string[];
  /** Labelling flow id, or "" for none. */
  flow: string;
  /** Id of the label that completed items get, or "" for none. */
  mark_done_label: string;
}

/** Whether annotators of the job work independently. */
export const isIndependent = ({ blind, todo_number }: Pick<JobValues, 'blind' | 'todo_number'>): boolean =>
  blind ?? todo_number > 1;

export const toNewJobValues = ({ todo_number, randomize, auto_complete, instructions }: NewJobDefaults): JobValues => ({
  todo_number,
  randomize,
  auto_complete,
  instructions,
  ...NO_EXTRA_ANNOTATORS,
  name: '',
  description: '',
  assignees: [],
  blind: null,
  type: 'image',
  gold_feedback: '0',
  recognition_tasks: [],
  flow: '',
  mark_done_label: '',
});

export function toJobValues(job: JobWithType): JobValues {
  const { name, description, todo_number, randomize, auto_complete, type, recognition_tasks, flow, mark_done_label } = job;
  return {
    name,
    description,
    todo_number,
    randomize,
    auto_complete,
    type,
    recognition_tasks,
    ...toExtraAnnotators(job),
    instructions: job.instructions ?? '',
    gold_feedback: String(job.gold_feedback ?? 0),
    assignees: (job.assignees ?? []).map(({ id }) => id),
    blind: job.blind ?? false,
    flow: flow ?? '',
    mark_done_label: mark_done_label ?? '',
  };
}

function toRequestBody(values: JobValues) {
  const { name, description, instructions, assignees, todo_number, randomize, auto_complete } = values;
  const commonFields = {
    name: name.trim(),
    description,
    instructions,
    assignees: [...assignees],
    todo_number,
    randomize,
    auto_complete,
  };
  const blind = isIndependent(values);
  return { ...commonFields, blind, gold_feedback: values.type === 'image' && !blind ? 0 : Number(values.gold_feedback) };
}

/** Creates a job without tasks, flow and label. Call `updateAttachments` afterwards to add these. */
export async function createJob(values: JobValues): Promise<JobWithType> {
  const { type } = values;
  const job = await api.call(`POST /annotate/v2/${type}job/`, {
    body: { ...toRequestBody(values), ...toExtraAnnotatorsFields(values), done: false },
    repeatable: true,
  });
  return { ...job, type };
}

/** Updates a job. Sends `version`, so that the server responds with 409 if someone else has changed the job. */
export async function updateJob(job: JobWithType, values: JobValues): Promise<void> {
  const { id, type, version } = job;
  await api.call(`PUT /annotate/v2/${type}job/{id}`, {
    params: { id },
    body: { ...toRequestBody(values), ...toExtraAnnotatorsFields(values, job), version },
    repeatable: true,
  });
}

/** Adds and removes tasks, flow and label, so that the job has exactly the ones in `wantedValues`. */
export async function updateAttachments(
  { id, type, recognition_tasks: attachedTasks, flow, mark_done_label: label }: JobWithType,
  wantedValues: Pick<JobValues, 'recognition_tasks' | 'flow' | 'mark_done_label'>,
): Promise<void> {
  const params = { id };
  for (const task_id of wantedValues.recognition_tasks.filter((task) => !attachedTasks.includes(task)))
    await api.call(`POST /annotate/v2/${type}job/{id}/add-task`, { params, body: { task_id } });
  for (const task_id of attachedTasks.filter((task) => !wantedValues.recognition_tasks.includes(task)))
    await api.call(`POST /annotate/v2/${type}job/{id}/remove-task`, { params, body: { task_id } });
  if ((flow ?? '') !== wantedValues.flow)
    await api.call(`POST /annotate/v2/${type}job/{id}/set-flow`, { params, body: { flow_id: wantedValues.flow || null } });
  if ((label ?? '') !== wantedValues.mark_done_label)
    await api.call(`POST /annotate/v2/${type}job/{id}/set-label`, {
      params,
      body: { label_id: wantedValues.mark_done_label || null },
    });
}

/** Changes who may work on a job, or how many users each item needs, so that its items can be completed. */
export async function repairJob(
  { id, type, version }: JobWithType,
  repair: { assignees: readonly string[] } | { todo_number: number },
): Promise<void> {
  const body = 'assignees' in repair ? { assignees: [...repair.assignees], version } : { ...repair, version };
  await api.call(`PUT /annotate/v2/${type}job/{id}`, { params: { id }, body, repeatable: true });
}

export async function setJobDone({ id, type }: JobWithType, done: boolean): Promise<void> {
  await api.call(`PUT /annotate/v2/${type}job/{id}`, { params: { id }, body: { done } });
}

export async function deleteJob({ id, type }: JobWithType, options: ChangeSetOption): Promise<void> {
  await api.call(`DELETE /annotate/v2/${type}job/{id}`, { params: { id }, ...options });
}

/** Refetches jobs on all pages that show them: this page, the work pages and the dashboard. */
export function refreshJobs(): Promise<void> {
  return announce({ topic: 'jobs' });
}
