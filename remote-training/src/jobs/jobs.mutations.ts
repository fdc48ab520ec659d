import type { TypedJob } from '@console/shared-contract/api';
import { announce, api } from '@console/shared-auth';

export type JobType = TypedJob['type'];

/** What a person sets of a job. */
export interface JobValues {
  name: string;
  description: string;
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
}

export const newJob: JobValues = {
  name: '',
  description: '',
  todo_number: 1,
  randomize: true,
  auto_complete: false,
  type: 'image',
  recognition_tasks: [],
  flow: '',
};

export function valuesOf(job: TypedJob): JobValues {
  const { name, description, todo_number, randomize, auto_complete, type, recognition_tasks, flow } = job;
  return { name, description, todo_number, randomize, auto_complete, type, recognition_tasks, flow: flow ?? '' };
}

function fieldsOf({ name, description, todo_number, randomize, auto_complete }: JobValues) {
  return { name: name.trim(), description, todo_number, randomize, auto_complete };
}

/** Makes a job without tasks and flow; these are attached to it after. */
export async function createJob(values: JobValues): Promise<TypedJob> {
  const { type } = values;
  const job = await api.call(`POST /annotate/v2/${type}job/`, { body: { ...fieldsOf(values), done: false } });
  return { ...job, type };
}

/** `job.version` goes with it: a job that someone else has changed since is refused with 409. */
export async function updateJob({ id, type, version }: TypedJob, values: JobValues): Promise<void> {
  await api.call(`PUT /annotate/v2/${type}job/{id}`, { params: { id }, body: { ...fieldsOf(values), version } });
}

/** Attaches and detaches what differs between the job and the values. */
export async function attachToJob(
  { id, type, recognition_tasks: attached, flow }: TypedJob,
  { recognition_tasks: wanted, flow: wantedFlow }: Pick<JobValues, 'recognition_tasks' | 'flow'>,
): Promise<void> {
  const params = { id };
  for (const task_id of wanted.filter((task) => !attached.includes(task)))
    await api.call(`POST /annotate/v2/${type}job/{id}/add-task`, { params, body: { task_id } });
  for (const task_id of attached.filter((task) => !wanted.includes(task)))
    await api.call(`POST /annotate/v2/${type}job/{id}/remove-task`, { params, body: { task_id } });
  if ((flow ?? '') !== wantedFlow)
    await api.call(`POST /annotate/v2/${type}job/{id}/set-flow`, { params, body: { flow_id: wantedFlow || null } });
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
