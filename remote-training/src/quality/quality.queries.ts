import type { ApiCalls, CallQuery, GoldAppeal, QualityReport } from '@console/shared-contract/api';
import { announce, api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import type { JobType } from '../jobs/data/jobs.mutations';
import type { JobAgreement, ReportDetails } from './csv/csv-rows';

// The first element of the query keys. Changes of jobs, such as completed items and pauses, refetch all data of this area.
const QUERY_AREA = 'jobs';
const QUALITY_KEY = 'quality';

export type ReportFilters = Pick<
  CallQuery<ApiCalls['GET /annotate/v2/quality-report/']>,
  'task' | 'job' | 'user' | 'from' | 'to'
>;
/** Selects the scores that a number of the report summarizes. */
export type ItemFilters = ReportFilters & { label?: string };

/** Loads the tasks that have a target, scores that the user can see, or, for reviewers, gold-standard items or rules. */
export function useQualityTasks(jobId: string | undefined) {
  return useWorkspaceQuery({
    key: [QUERY_AREA, QUALITY_KEY, 'tasks', jobId],
    load: async (scope) => (await api.call('GET /annotate/v2/quality-task/', { query: { job: jobId }, ...scope })).results,
  });
}

/** The report of a task. Disabled without a task. */
export function useQualityReport({ task: taskId, ...filters }: Omit<ReportFilters, 'task'> & { task: string | undefined }) {
  return useWorkspaceQuery({
    key: [QUERY_AREA, QUALITY_KEY, 'report', taskId, filters],
    enabled: taskId !== undefined,
    load: (scope) => api.call('GET /annotate/v2/quality-report/', { query: { task: taskId ?? '', ...filters }, ...scope }),
    placeholderData: keepPreviousData,
  });
}

/** Number of scores per page of the list. */
export const ITEMS_PAGE_SIZE = 50;

export function useQualityItems(filters: ItemFilters, page: number) {
  return useWorkspaceQuery({
    key: [QUERY_AREA, QUALITY_KEY, 'items', filters, page],
    load: (scope) =>
      api.call('GET /annotate/v2/quality-report/item/', {
        query: { ...filters, page, page_size: ITEMS_PAGE_SIZE },
        ...scope,
      }),
    placeholderData: keepPreviousData,
  });
}

export interface ComparisonReference {
  gold: string;
  /** Id of the gold item's image, or null if the gold item is a group. */
  image: string | null;
  job: string;
  user: string;
  /** Whether to return the scored work (from before the first feedback) instead of the current work. */
  scored: boolean;
}

/** Loads the gold annotations of an item, the work of an annotator on it, and the image if the item is an image. */
export function useGoldComparison(reference: ComparisonReference) {
  const { image, ...query } = reference;
  return useWorkspaceQuery({
    key: [QUERY_AREA, QUALITY_KEY, 'comparison', reference],
    load: async (scope) => {
      const [comparison, trainingImage] = await Promise.all([
        api.call('GET /annotate/v2/quality-report/comparison', { query, ...scope }),
        image === null ? null : api.call('GET /recognition/v2/training-image/{id}', { params: { id: image }, ...scope }),
      ]);
      return { ...comparison, image: trainingImage };
    },
  });
}

/** Appeals of a task and job, the open ones first. */
export function useAppeals(filters: { task: string; job?: string | undefined }) {
  return useWorkspaceQuery({
    key: [QUERY_AREA, QUALITY_KEY, 'appeals', filters],
    load: async (scope): Promise<GoldAppeal[]> =>
      (await api.call('GET /annotate/v2/gold-appeal/', { query: { ...filters, page_size: 100 }, ...scope })).results,
  });
}

interface DetailsRequest {
  task: string;
  domain: QualityReport['task']['domain'];
  job: string | undefined;
  /** Jobs whose agreement is loaded. */
  jobs: readonly { id: string; name: string }[];
  hasViolations: boolean;
}

/** Loads the contents of the CSV file that are not in the report: agreement of the jobs, violations and all appeals. */
export async function loadReportDetails({
  task: taskId,
  domain,
  job: jobId,
  jobs,
  hasViolations,
}: DetailsRequest): Promise<ReportDetails> {
  const agreements: JobAgreement[] = [];
  // Send the requests one after the other, because a task can have many jobs.
  for (const { id, name } of jobs) {
    const params = { id };
    agreements.push(
      domain === 'similarity'
        ? { id, name, groupAgreement: await api.call('GET /annotate/v2/similarityjob/{id}/agreement', { params }) }
        : { id, name, imageAgreement: await api.call('GET /annotate/v2/imagejob/{id}/agreement', { params }) },
    );
  }
  const [violations, appeals] = await Promise.all([
    hasViolations ? api.call('GET /annotate/v2/rule-violation/', { query: { task: taskId } }) : null,
    api.all('GET /annotate/v2/gold-appeal/', { query: { task: taskId, job: jobId, page_size: MAX_PAGE_SIZE } }),
  ]);
  return { agreements, violations: violations?.results ?? [], appeals };
}

/** Sets the target of a task; null removes it. */
export async function saveTarget(taskId: string, target: number | null): Promise<void> {
  await api.call('PUT /annotate/v2/quality-target/{id}', { params: { id: taskId }, body: { target } });
  await invalidateWorkspace(QUERY_AREA, QUALITY_KEY);
}

export interface Pause {
  type: JobType;
  job: string;
  user: string;
  paused: boolean;
}

/** Pauses or resumes an annotator in a job. */
export async function setPaused({ type, job: jobId, user, paused }: Pause): Promise<void> {
  await api.call(`PUT /annotate/v2/${type}job/{id}/pause`, { params: { id: jobId }, body: { user, paused } });
  await invalidateWorkspace(QUERY_AREA, QUALITY_KEY);
}

export async function decideAppeal({ id, state }: { id: string; state: 'accepted' | 'rejected' }): Promise<void> {
  await api.call('PUT /annotate/v2/gold-appeal/{id}', { params: { id }, body: { state } });
  await announce({ topic: 'jobs' });
}
