import { api, cancelWork, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import type { EvaluationMeasures, EvaluationSummary, ModelDomain } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { defineUrlParams, param, type ParamsOf, type UrlParamsState, useServerList } from '@console/shared-ui/pages';
import { decisionFilterParam } from './decision-filter';

const POLL_MS = 1500;
export const EVALUATION_WORK = ['evaluate-task', 'predict-test-images'] as const;

/** An evaluation in the list. Older servers return only `id` and `created`. */
type EvaluationRow = Pick<EvaluationSummary, 'id' | 'created'> & Partial<EvaluationSummary>;

export function isRunning({ work }: Pick<EvaluationRow, 'work'>): boolean {
  return work?.status === 'queued' || work?.status === 'running';
}

/** All evaluations of the workspace or of one task, newest first, with their progress. */
export function useEvaluations(task = '', enabled = true) {
  return useWorkspaceQuery<EvaluationRow[]>({
    key: ['evaluations', 'of', task],
    enabled,
    load: (scope) =>
      api.all('GET /annotate/v2/evaluation', {
        query: { page_size: MAX_PAGE_SIZE, ...(task !== '' && { task }) },
        ...scope,
      }),
    progress: { kinds: EVALUATION_WORK, isActive: (evaluations) => evaluations.some(isRunning), pollMs: POLL_MS },
  });
}

/** One evaluation with its progress. */
export function useEvaluation(id: string) {
  return useWorkspaceRow({
    key: ['evaluations', id],
    load: (scope) => api.call('GET /annotate/v2/evaluation/{id}', { params: { id }, ...scope }),
    progress: { kinds: EVALUATION_WORK, isActive: (evaluation) => isRunning(evaluation), pollMs: POLL_MS },
  });
}

/**
 * Measures of a task's model at a threshold. `null` means the threshold of the model. While new measures load, the previous
 * measures are shown.
 */
export function useMeasures(id: string, taskId: string, threshold: number | null, imageCount: number) {
  return useWorkspaceQuery<EvaluationMeasures>({
    key: ['evaluations', id, 'measures', taskId, threshold, imageCount],
    enabled: imageCount > 0,
    placeholderData: (previous) => (previous?.task === taskId ? previous : undefined),
    load: (scope) =>
      api.call('GET /annotate/v2/evaluation/{id}/measures', {
        params: { id },
        query: { task: taskId, ...(threshold !== null && { threshold }) },
        ...scope,
      }),
  });
}

/** URL parameters of the dialog with the decisions behind a bar or a matrix cell. */
export const decisionUrlParams = defineUrlParams({
  filter: { ...decisionFilterParam, urlName: 'behind' },
  page: { ...param.page(), urlName: 'behind-page' },
});
export type DecisionParams = UrlParamsState<ParamsOf<typeof decisionUrlParams>>;

/** The decisions that match the filter. */
export function useDecisionList(id: string, params: DecisionParams, threshold: number | null) {
  return useServerList({
    params,
    pageSize: 24,
    key: ['evaluations', id, 'pictures'],
    toFilter: ({ filter }) => ({
      task: filter?.task ?? '',
      label: filter?.label,
      among: filter?.imageLabel,
      truth: filter?.truth as undefined,
      said: filter?.predicted as undefined,
      ...(threshold !== null && { threshold }),
    }),
    load: (query, scope) => api.call('GET /annotate/v2/evaluation/{id}/pictures', { params: { id }, query, ...scope }),
  });
}

/** Creates an evaluation from the stored predictions for verified TEST images (images excluded from training). */
export async function createEvaluation(): Promise<void> {
  await api.call('POST /annotate/v2/evaluation');
}

/** Starts an evaluation of a model, by default the one in use, on the verified TEST images of the task. */
export function evaluateTask(domain: ModelDomain, taskId: string, modelId?: string) {
  return api.call(`POST /${domain}/v2/task/{id}/evaluate`, { params: { id: taskId }, body: { model: modelId } });
}

export const cancelEvaluation = ({ id, workspace }: NonNullable<EvaluationSummary['work']>) => cancelWork(id, workspace);

export const evaluationChanges: readonly Change[] = [{ topic: 'evaluations' }];
