import type { JobWithType, QualitySettings, Remark, UserReference } from '@console/shared-contract/api';
import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

/** Image and similarity jobs in one list, sorted by name. */
export function useJobs() {
  return useWorkspaceQuery({
    key: ['jobs'],
    load: async (scope): Promise<JobWithType[]> => {
      const query = { page_size: MAX_PAGE_SIZE };
      const [imageJobs, similarityJobs] = await Promise.all([
        api.all('GET /annotate/v2/imagejob/', { query, ...scope }),
        api.all('GET /annotate/v2/similarityjob/', { query, ...scope }),
      ]);
      return [
        ...imageJobs.map((job) => ({ ...job, type: 'image' as const })),
        ...similarityJobs.map((job) => ({ ...job, type: 'similarity' as const })),
      ].sort(compareByName);
    },
  });
}

/** Whether the user can get items of the job: the job is assigned to the user or to nobody. */
export function isAvailableToUser({ assignees = [] }: Pick<JobWithType, 'assignees'>, userId: string | undefined): boolean {
  return assignees.length === 0 || assignees.some(({ id }) => id === userId);
}

export interface NamedEntity {
  id: string;
  name: string;
}

/** Labelling flows and tasks that jobs can refer to, sorted by name. Empty if the workspace does not have the service. */
export interface JobReferences {
  flows: NamedEntity[];
  tasks: NamedEntity[];
}

export const findName = (rows: readonly NamedEntity[] | undefined, id: string): string | undefined =>
  rows?.find((row) => row.id === id)?.name;

export function useJobReferences() {
  const hasFlows = useHasService('flows');
  const hasRecognition = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['job-references', hasFlows, hasRecognition],
    load: async (scope): Promise<JobReferences> => {
      const query = { page_size: MAX_PAGE_SIZE };
      const [flows, tasks] = await Promise.all([
        hasFlows ? api.all('GET /flows/v2/flow/', { query, ...scope }) : [],
        hasRecognition ? api.all('GET /recognition/v2/task/', { query, ...scope }) : [],
      ]);
      return { flows: flows.sort(compareByName), tasks: tasks.sort(compareByName) };
    },
  });
}

/** Labels that a job can set on completed items. Fetched only while the job dialog is open, because there can be thousands. */
export function useDoneLabels() {
  const hasRecognition = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['recognition', 'labels', 'of jobs'],
    enabled: hasRecognition,
    load: async (scope): Promise<NamedEntity[]> => {
      const labels = await api.all('GET /recognition/v2/label/', { query: { page_size: MAX_PAGE_SIZE }, ...scope });
      return labels.map(({ id, name }) => ({ id, name })).sort(compareByName);
    },
  });
}

/** Users that a job can be assigned to. */
export function useMembers() {
  return useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:training', 'members'],
    load: async (scope): Promise<UserReference[]> => (await api.call('GET /account/v2/member/', scope)).results,
  });
}

/** Initial values for new jobs that are settings of the workspace. */
export type NewJobDefaults = Pick<QualitySettings, 'todo_number' | 'randomize' | 'auto_complete' | 'instructions'>;
const STANDARD_DEFAULTS: NewJobDefaults = { todo_number: 1, randomize: true, auto_complete: false, instructions: '' };

/** Initial values of the form for a new job. Undefined while loading. */
export function useNewJobDefaults({ enabled }: { enabled: boolean }): NewJobDefaults | undefined {
  const { data, error } = useWorkspaceQuery({
    key: ['jobs', 'quality-settings'],
    enabled,
    load: (scope) => api.call('GET /annotate/v2/quality-settings/', scope),
  });
  // A server of the previous release does not have this endpoint.
  return data ?? (error || !enabled ? STANDARD_DEFAULTS : undefined);
}

/** Agreement between the users of an image job. */
export function useAgreement(id: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'agreement', id],
    load: (scope) => api.call('GET /annotate/v2/imagejob/{id}/agreement', { params: { id }, ...scope }),
  });
}

/** Agreement between the users of a similarity job on the members of groups. */
export function useGroupAgreement(id: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'agreement of groups', id],
    load: (scope) => api.call('GET /annotate/v2/similarityjob/{id}/agreement', { params: { id }, ...scope }),
  });
}

/** The items with objects to which one user gave the first label and another user the second. */
export function useLabelMatchItems(id: string, [first, second]: readonly [string, string]) {
  return useWorkspaceQuery({
    key: ['jobs', 'label matches', id, first, second],
    load: async (scope) =>
      (await api.call('GET /annotate/v2/imagejob/{id}/label-matches', { params: { id }, query: { first, second }, ...scope }))
        .results,
  });
}

/** The image of an item, and each user's annotations at the time when the user marked the item as done. */
export function useItemSnapshots(jobId: string, imageId: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'work of item', jobId, imageId],
    load: async (scope) => {
      const [trainingImage, { results }] = await Promise.all([
        api.call('GET /recognition/v2/training-image/{id}', { params: { id: imageId }, ...scope }),
        api.call('GET /annotate/v2/imagejob/{id}/snapshots', { params: { id: jobId }, query: { image: imageId }, ...scope }),
      ]);
      return { image: trainingImage, snapshots: results };
    },
  });
}

/** Reviewers' remarks on a job, newest first. */
export function useRemarks(jobId: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'remarks', jobId],
    load: async (scope) =>
      (await api.all('GET /annotate/v2/remark/', { query: { job: jobId, page_size: MAX_PAGE_SIZE }, ...scope })).reverse(),
  });
}

/** Remarks in the workspace that wait for the user, oldest first. Undefined while loading, and empty if loading failed. */
export function useRemarksForUser(): readonly Remark[] | undefined {
  const { data, error } = useWorkspaceQuery({
    key: ['jobs', 'remarks', 'for the user'],
    load: (scope) => api.all('GET /annotate/v2/remark/', { query: { mine: true, page_size: MAX_PAGE_SIZE }, ...scope }),
    retry: false,
  });
  return data ?? (error ? [] : undefined);
}
