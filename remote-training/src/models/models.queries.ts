import { announce, api, isUnsupportedCall, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type {
  ApiCalls,
  CallBody,
  DataChanges,
  ModelDomain,
  ModelScores,
  PredictionRun,
  TaskSplit,
  TrainingProgress,
  TrainingRule,
  UploadedModel,
} from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EVALUATION_WORK } from '../evaluation/data/evaluation.queries';
import { isTrainingInProgress, TRAINING_WORK } from './training-state';

/** The fields of a task of any domain that the models dialog needs. */
export interface ModelTask {
  id: string;
  name: string;
}

/** The common fields of models of all domains. Older servers do not return the optional fields. */
export interface TaskModel {
  id: string;
  train_status: 'QUEUED' | 'TRAINING' | 'TRAINED' | 'FAILED' | 'CANCELLED';
  error: string | null;
  created: string;
  finished?: string | null;
  progress?: TrainingProgress | null;
  scores?: ModelScores | null;
  pictures?: number | null;
  seed?: number | null;
  dataset?: string | null;
  in_use?: boolean;
  number?: number;
  awaits_promotion?: boolean;
  started_by?: { id: string; username: string } | null;
  uploaded?: UploadedModel | null;
}

const DOMAINS = ['recognition', 'detection', 'segmentation'] as const satisfies ModelDomain[];
const POLL_MS = 1500;
/** Poll interval while the server compares TEST images with TRAIN images. */
const COMPARISON_POLL_MS = 3000;

/** Fetches the models of a task, newest first. */
export function loadModels(domain: ModelDomain, taskId: string, scope?: QueryScope): Promise<TaskModel[]> {
  switch (domain) {
    case 'recognition':
      return api.all('GET /recognition/v2/model/', { query: { task: taskId }, ...scope });
    case 'detection':
      return api.all('GET /detection/v2/model/', { query: { detection_task: taskId }, ...scope });
    case 'segmentation':
      return api.all('GET /segmentation/v2/model/', { query: { segmentation_task: taskId }, ...scope });
  }
}

/** The models of a task, newest first, with the progress of trainings. */
export function useModels(domain: ModelDomain, taskId: string) {
  return useWorkspaceQuery({
    key: [domain, 'tasks', taskId, 'models'],
    load: (scope) => loadModels(domain, taskId, scope),
    progress: {
      kinds: TRAINING_WORK,
      isActive: (models) => models.some((model) => isTrainingInProgress(model.train_status)),
      pollMs: POLL_MS,
    },
  });
}

/** Returns null if an older server does not have the endpoint. */
export async function returnNullIfUnsupported<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (isUnsupportedCall(error)) return null;
    throw error;
  }
}

/** The numbers of TRAIN and TEST images of a task, and related images that are in both. `null` with older servers. */
export function useSplit(domain: ModelDomain, taskId: string) {
  return useWorkspaceQuery<TaskSplit | null>({
    key: [domain, 'tasks', taskId, 'split'],
    load: (scope) => returnNullIfUnsupported(api.call(`GET /${domain}/v2/task/{id}/split`, { params: { id: taskId }, ...scope })),
    progress: { kinds: ['index-items'], isActive: (data) => data !== null && isComparing(data), pollMs: COMPARISON_POLL_MS },
  });
}

/**
 * How the data of the next training differs from the dataset version of an earlier training. The data is `null` with older servers.
 * Nothing is loaded if `trainingId` is null.
 */
export function useChangesSinceTraining(domain: ModelDomain, taskId: string, trainingId: string | null) {
  return useWorkspaceQuery<DataChanges | null>({
    key: [domain, 'tasks', taskId, 'changes-since', trainingId],
    load: (scope) =>
      returnNullIfUnsupported(api.call('GET /history/v2/comparison/', { query: { training: trainingId ?? '' }, ...scope })),
    enabled: trainingId !== null,
  });
}

/** Compares a model with the one in use, or the model in use with the previous one. Loads again after an evaluation. */
export function useModelComparison(domain: ModelDomain, modelId: string) {
  return useWorkspaceQuery({
    key: ['evaluations', 'model-comparison', domain, modelId],
    load: (scope) => api.call('GET /annotate/v2/model-comparison/', { query: { domain, model: modelId }, ...scope }),
    progress: { kinds: EVALUATION_WORK, isActive: ({ evaluating }) => evaluating, pollMs: POLL_MS },
  });
}

/** The quality of the models of a task. The previous forecast is shown until the forecast for a new target is loaded. */
export function useLearningCurve(domain: ModelDomain, taskId: string, target: number) {
  return useWorkspaceQuery({
    key: ['evaluations', 'learning-curve', domain, taskId, target],
    load: (scope) => api.call('GET /annotate/v2/learning-curve/', { query: { domain, task: taskId, target }, ...scope }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches the quality of the evaluated models of a task. */
export async function loadEvaluatedModels(domain: ModelDomain, taskId: string) {
  return (await api.call('GET /annotate/v2/learning-curve/', { query: { domain, task: taskId } })).points;
}

/** The fields of a rule that users set. */
export type RuleFields = Omit<CallBody<ApiCalls['PUT /annotate/v2/training-rule/']>, 'domain' | 'task' | 'workspace'>;

/** The rule for automatic training of a task. Null with older servers. */
export function useTrainingRule(domain: ModelDomain, taskId: string) {
  return useWorkspaceQuery<TrainingRule | null>({
    key: [domain, 'tasks', taskId, 'training-rule'],
    load: (scope) =>
      returnNullIfUnsupported(api.call('GET /annotate/v2/training-rule/', { query: { domain, task: taskId }, ...scope })),
  });
}

export async function saveTrainingRule(domain: ModelDomain, taskId: string, fields: RuleFields): Promise<void> {
  await api.call('PUT /annotate/v2/training-rule/', { body: { domain, task: taskId, ...fields } });
}

/** Whether the server is still comparing TEST images with TRAIN images. */
export const isComparing = ({ test, ready }: TaskSplit): boolean => test > 0 && !!ready && ready.ready < ready.total;

const NO_REASONS: ReadonlyMap<string, string> = new Map();

/**
 * Reasons why tasks cannot be trained, by task id. One request covers all tasks of the workspace.
 * The map is empty while loading, and with older servers, which explain only a rejected training.
 */
export function useTrainingBlockers(domain: ModelDomain, enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useWorkspaceQuery({
    key: [domain, 'tasks', 'cannot-train'],
    load: async (scope) => (await api.call(`GET /${domain}/v2/cannot-train`, { ...scope })).tasks,
    enabled: enabled,
    retry: false,
  });
  return useMemo(() => (data?.length ? new Map(data.map(({ id, reason }) => [id, reason])) : NO_REASONS), [data]);
}

/** The last prediction run of a task: `run` is null if there is none. The data is null with older servers. */
export function useRun(domain: ModelDomain, taskId: string) {
  return useWorkspaceQuery<{ run: PredictionRun | null } | null>({
    key: [domain, 'tasks', taskId, 'run'],
    load: async (scope) => {
      const runs = await returnNullIfUnsupported(api.all('GET /annotate/v2/prediction-run/', { query: { domain }, ...scope }));
      return runs && { run: runs.find((run) => run.task === taskId) ?? null };
    },
    progress: { kinds: ['predict-images', 'pre-label'], isActive: (data) => isRunning(data?.run), pollMs: POLL_MS },
  });
}

/** What users did with the annotations of each model of a task. Null with older servers. */
export function useEffort(domain: ModelDomain, taskId: string) {
  return useWorkspaceQuery({
    key: [domain, 'tasks', taskId, 'effort'],
    load: async (scope) => {
      const call = api.call(`GET /${domain}/v2/task/{id}/pre-label`, { params: { id: taskId }, ...scope });
      return (await returnNullIfUnsupported(call))?.models ?? null;
    },
  });
}

export function isRunning(run: PredictionRun | null | undefined): boolean {
  return run?.work?.status === 'queued' || run?.work?.status === 'running';
}

/** Queues a training. Returns a warning that explains why its scores may be wrong, or null. */
export async function trainTask(domain: ModelDomain, taskId: string): Promise<string | null> {
  const { warning } = await api.call(`POST /${domain}/v2/task/{id}/train`, { params: { id: taskId } });
  return warning ?? null;
}

export async function cancelTraining(domain: ModelDomain, modelId: string): Promise<void> {
  await api.call(`POST /${domain}/v2/model/{id}/cancel`, { params: { id: modelId } });
}

/** Deletes a model. It can be restored. */
export async function deleteModel(domain: ModelDomain, modelId: string): Promise<void> {
  await api.call(`DELETE /${domain}/v2/model/{id}`, { params: { id: modelId } });
}

/** Makes an older model the one in use until another model is trained. */
export async function activateModel(domain: ModelDomain, modelId: string): Promise<void> {
  await api.call(`POST /${domain}/v2/model/{id}/take-back`, { params: { id: modelId } });
}

/** Returns the URL of a model file, or null if the user may not download it. */
export async function requestModelUrl(domain: ModelDomain, modelId: string): Promise<string | null> {
  const { model_path_download: url } = await api.call(`POST /${domain}/v2/model/{id}/request-download`, {
    params: { id: modelId },
  });
  return url ?? null;
}

export async function startRun(domain: ModelDomain, taskId: string): Promise<void> {
  await api.call(`POST /${domain}/v2/task/{id}/predict-images`, { params: { id: taskId }, body: {} });
}

/** Marks images as TEST or TRAIN, in batches of `MAX_IDS_PER_CALL`. */
export async function moveImages(images: readonly string[], side: 'TEST' | 'TRAIN'): Promise<void> {
  try {
    for (let start = 0; start < images.length; start += MAX_IDS_PER_CALL)
      await api.call('POST /recognition/v2/training-image/update', {
        body: {
          images: images.slice(start, start + MAX_IDS_PER_CALL),
          ...(side === 'TEST' ? { 'mark-test': true } : { 'unmark-test': true }),
        },
      });
  } finally {
    await announce({ topic: 'images' }, ...DOMAINS.map((domain): Change => ({ topic: `${domain}-tasks` })));
  }
}

/** Topics whose cached data is refetched after a change of a task's models. */
export const getModelChanges = (domain: ModelDomain): readonly Change[] => [{ topic: `${domain}-tasks` }];
