import type { TypedJob } from '@console/shared-contract/api';
import { announce, api } from '@console/shared-auth';

export type JobType = TypedJob['type'];

/** What a person sets of a job. */
export interface JobValues {
  name: string;
  description: string;
  /** Markdown. */
  instructions: string;
  /** Ids of who gets its items; none: everybody. */
  assignees: readonly string[];
  /** How many different people do each item: 1 to 4. */
  todo_number: number;
  randomize: boolean;
  auto_complete: boolean;
  /** Of a new job only. */
  type: JobType;
  /** Ids. */
  recognition_tasks: readonly string[];
  /** Id, or "" for none. */
  flow: string;
  /** Id of the label that is put on what is done, or "" for none. */
  mark_done_label: string;
}

export const newJob: JobValues = {
  name: '',
  description: '',
  instructions: '',
  assignees: [],
  todo_number: 1,
  randomize: true,
  auto_complete: false,
  type: 'image',
  recognition_tasks: [],
  flow: '',
  mark_done_label: '',
};

export function valuesOf(job: TypedJob): JobValues {
  const { name, description, todo_number, randomize, auto_complete, type, recognition_tasks, flow, mark_done_label } = job;
  return {
    ...{ name, description, todo_number, randomize, auto_complete, type, recognition_tasks },
    instructions: job.instructions ?? '',
    assignees: (job.assignees ?? []).map(({ id }) => id),
    flow: flow ?? '',
    mark_done_label: mark_done_label ?? '',
  };
}

function fieldsOf({ name, description, instructions, assignees, todo_number, randomize, auto_complete }: JobValues) {
  return { name: name.trim(), description, instructions, assignees: [...assignees], todo_number, randomize, auto_complete };
}

/** Makes a job without tasks, flow and label; these are attached to it after. */
export async function createJob(values: JobValues): Promise<TypedJob> {
  const { type } = values;
  const job = await api.call(`POST /annotate/v2/${type}job/`, { body: { ...fieldsOf(values), done: false }, repeatable: true });
  return { ...job, type };
}

/** `job.version` goes with it: a job that someone else has changed since is refused with 409. */
export async function updateJob({ id, type, version }: TypedJob, values: JobValues): Promise<void> {
  await api.call(`PUT /annotate/v2/${type}job/{id}`, {
    params: { id },
    body: { ...fieldsOf(values), version },
    repeatable: true,
  });
}

/** Attaches and detaches what differs between the job and the values. */
export async function attachToJob(
  { id, type, recognition_tasks: attached, flow, mark_done_label: label }: TypedJob,
  wanted: Pick<JobValues, 'recognition_tasks' | 'flow' | 'mark_done_label'>,
): Promise<void> {
  const params = { id };
  for (const task_id of wanted.recognition_tasks.filter((task) => !attached.includes(task)))
    await api.call(`POST /annotate/v2/${type}job/{id}/add-task`, { params, body: { task_id } });
  for (const task_id of attached.filter((task) => !wanted.recognition_tasks.includes(task)))
    await api.call(`POST /annotate/v2/${type}job/{id}/remove-task`, { params, body: { task_id } });
  if ((flow ?? '') !== wanted.flow)
    await api.call(`POST /annotate/v2/${type}job/{id}/set-flow`, { params, body: { flow_id: wanted.flow || null } });
  if ((label ?? '') !== wanted.mark_done_label)
    await api.call(`POST /annotate/v2/${type}job/{id}/set-label`, { params, body: { label_id: wanted.mark_done_label || null } });
}

export async function setJobDone({ id, type }: TypedJob, done: boolean): Promise<void> {
  await api.call(`PUT /annotate/v2/${type}job/{id}`, { params: { id }, body: { done } });
}

export async function deleteJob({ id, type }: TypedJob): Promise<void> {
  await api.call(`DELETE /annotate/v2/${type}job/{id}`, { params: { id } });
}

/** Reads again what shows jobs: this page, the work pages, the dashboard. */
export function refreshJobs(): Promise<void> {
  return announce({ topic: 'jobs' });
}
