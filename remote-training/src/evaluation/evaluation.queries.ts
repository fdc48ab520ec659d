import { api, cancelWork, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import type { EvaluationMeasures, EvaluationSummary, ModelDomain } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import type { Behind } from './behind';

const POLL_MS = 1500;
export const PICTURES_OF_PAGE = 24;

/** What a server from before says of an evaluation. */
type Told = Pick<EvaluationSummary, 'id' | 'created'> & Partial<EvaluationSummary>;

export function isRunning({ work }: Pick<Told, 'work'>): boolean {
  return work?.status === 'queued' || work?.status === 'running';
}

/** All evaluations of the workspace, or of a task, newest first. */
export function useEvaluations(task = '', enabled = true) {
  return useWorkspaceQuery<Told[]>({
    key: ['evaluations', 'of', task],
    enabled,
    load: (scope) =>
      api.all('GET /annotate/v2/evaluation', {
        query: { page_size: MAX_PAGE_SIZE, ...(task !== '' && { task }) },
        ...scope,
      }),
    refetchInterval: (query) => (query.state.data?.some(isRunning) ? POLL_MS : false),
  });
}

/** One evaluation; read again while its model is still being asked. */
export function useEvaluation(id: string) {
  const key = ['evaluations', id] as const;
  const evaluation = useWorkspaceRow({
    key,
    load: (scope) => api.call('GET /annotate/v2/evaluation/{id}', { params: { id }, ...scope }),
  });
  useWorkspaceQuery({
    key,
    enabled: evaluation.data !== undefined && isRunning(evaluation.data),
    load: (scope) => api.call('GET /annotate/v2/evaluation/{id}', { params: { id }, ...scope }),
    refetchInterval: POLL_MS,
  });
  return evaluation;
}

/** How good a task's model was at a threshold; null is the model's own. Of another threshold what is there stays meanwhile. */
export function useMeasures(id: string, task: string, threshold: number | null, pictures: number) {
  return useWorkspaceQuery<EvaluationMeasures>({
    key: ['evaluations', id, 'measures', task, threshold, pictures],
    enabled: pictures > 0,
    placeholderData: (before) => (before?.task === task ? before : undefined),
    load: (scope) =>
      api.call('GET /annotate/v2/evaluation/{id}/measures', {
        params: { id },
        query: { task, ...(threshold !== null && { threshold }) },
        ...scope,
      }),
  });
}

/** A page of the decisions behind a measure or a cell. */
export function useBehind(id: string, { task, truth, said, label, among }: Behind, threshold: number | null, page: number) {
  return useWorkspaceQuery({
    key: ['evaluations', id, 'pictures', task, truth, said, label, among, threshold, page],
    load: (scope) =>
      api.call('GET /annotate/v2/evaluation/{id}/pictures', {
        params: { id },
        query: {
          ...{ page, page_size: PICTURES_OF_PAGE, task, label, among },
          ...{ truth: truth as undefined, said: said as undefined },
          ...(threshold !== null && { threshold }),
        },
        ...scope,
      }),
  });
}

/** Makes an evaluation of what models have said of the verified TEST images. */
export async function makeEvaluation(): Promise<void> {
  await api.call('POST /annotate/v2/evaluation');
}

/** Has the task's model in use asked about the verified TEST images of the task. */
export function evaluateTask(domain: ModelDomain, task: string) {
  return api.call(`POST /${domain}/v2/task/{id}/evaluate`, { params: { id: task }, body: {} });
}

export const cancelEvaluation = ({ id, workspace }: NonNullable<EvaluationSummary['work']>) => cancelWork(id, workspace);

export const evaluationChanges: readonly Change[] = [{ topic: 'evaluations' }];
