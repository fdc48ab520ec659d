import type { JobMember, UserReference, TypedJob } from '@console/shared-contract/api';
import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

/** Image and similarity jobs in one list, by name. */
export function useJobs() {
  return useWorkspaceQuery({
    key: ['jobs'],
    load: async (scope): Promise<TypedJob[]> => {
      const query = { page_size: MAX_PAGE_SIZE };
      const [image, similarity] = await Promise.all([
        api.all('GET /annotate/v2/imagejob/', { query, ...scope }),
        api.all('GET /annotate/v2/similarityjob/', { query, ...scope }),
      ]);
      return [
        ...image.map((job) => ({ ...job, type: 'image' as const })),
        ...similarity.map((job) => ({ ...job, type: 'similarity' as const })),
      ].sort(compareByName);
    },
  });
}

/** Whether the items of a job are handed out to this person: it is given to them, or to nobody. */
export function isFor({ assignees = [] }: Pick<TypedJob, 'assignees'>, userId: string | undefined): boolean {
  return assignees.length === 0 || assignees.some(({ id }) => id === userId);
}

export interface Named {
  id: string;
  name: string;
}

/** What jobs can point to, by name; empty where the workspace lacks the service. */
export interface JobReferences {
  flows: Named[];
  tasks: Named[];
}

export const nameOf = (rows: readonly Named[] | undefined, id: string): string | undefined =>
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

/** Labels that a job can put on what is done. Read where a job is made or edited: there may be thousands. */
export function useDoneLabels() {
  const hasRecognition = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['recognition', 'labels', 'of jobs'],
    enabled: hasRecognition,
    load: async (scope): Promise<Named[]> => {
      const labels = await api.all('GET /recognition/v2/label/', { query: { page_size: MAX_PAGE_SIZE }, ...scope });
      return labels.map(({ id, name }) => ({ id, name })).sort(compareByName);
    },
  });
}

/** Who a job can be given to. */
export function useMembers() {
  return useWorkspaceQuery({
    key: ['own:training', 'members'],
    load: async (scope): Promise<UserReference[]> => (await api.call('GET /account/v2/member/', scope)).results,
  });
}

/** Who has done how much of a job. */
export function useJobPeople({ id, type }: Pick<TypedJob, 'id' | 'type'>) {
  return useWorkspaceQuery({
    key: ['jobs', 'people', id],
    load: async (scope): Promise<JobMember[]> =>
      (await api.call(`GET /annotate/v2/${type}job/{id}/people`, { params: { id }, ...scope })).results,
  });
}

/** How far the people of an image job agree. */
export function useAgreement(id: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'agreement', id],
    load: (scope) => api.call('GET /annotate/v2/imagejob/{id}/agreement', { params: { id }, ...scope }),
  });
}

/** What an item was like when each person marked it as done, and its picture. */
export function useWorkOfItem(job: string, image: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'work of item', job, image],
    load: async (scope) => {
      const [picture, { results }] = await Promise.all([
        api.call('GET /recognition/v2/training-image/{id}', { params: { id: image }, ...scope }),
        api.call('GET /annotate/v2/imagejob/{id}/snapshots', { params: { id: job }, query: { image }, ...scope }),
      ]);
      return { picture, people: results };
    },
  });
}

/** What the remarks of a job are narrowed to. */
export const REMARK_STATES = ['all', 'open', 'answered', 'closed'] as const;
export type RemarkChoice = (typeof REMARK_STATES)[number];

/** What the reports of a job can be sorted by. */
export const REPORT_COLUMNS = [
  ...['person', 'done', 'median', 'measured', 'remarks', 'open'],
  ...['item', 'first', 'second', 'labels', 'shapes'],
  ...['text', 'state', 'author', 'reviewer', 'created'],
] as const;

/** Remarks on a job, the newest first. */
export function useRemarks(job: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'remarks', job],
    load: async (scope) =>
      (await api.all('GET /annotate/v2/remark/', { query: { job, page_size: MAX_PAGE_SIZE }, ...scope })).reverse(),
  });
}
