import { announce, api, isUnsupportedCall, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { ModelDomain, ModelScores, PredictionRun, TaskSplit, TrainingProgress } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { useMemo } from 'react';

/** A task as its models are shown; of any kind. */
export interface ModelTask {
  id: string;
  name: string;
}

/** What models of all kinds have. What a server does not know of them is not there. */
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
  started_by?: { id: string; username: string } | null;
}

const DOMAINS = ['recognition', 'detection', 'segmentation'] as const satisfies ModelDomain[];
const POLL_MS = 1500;
const isGoingOn = ({ train_status: status }: TaskModel) => status === 'QUEUED' || status === 'TRAINING';

/** The models of a task, newest first. */
export function loadModels(domain: ModelDomain, task: string, scope?: QueryScope): Promise<TaskModel[]> {
  switch (domain) {
    case 'recognition':
      return api.all('GET /recognition/v2/model/', { query: { task }, ...scope });
    case 'detection':
      return api.all('GET /detection/v2/model/', { query: { detection_task: task }, ...scope });
    case 'segmentation':
      return api.all('GET /segmentation/v2/model/', { query: { segmentation_task: task }, ...scope });
  }
}

/** The models of a task, newest first; read again while one is queued or trains. */
export function useModels(domain: ModelDomain, task: string) {
  return useWorkspaceQuery({
    key: [domain, 'tasks', task, 'models'],
    load: (scope) => loadModels(domain, task, scope),
    refetchInterval: (query) => (query.state.data?.some(isGoingOn) ? POLL_MS : false),
  });
}

/** What a server from before has no call for is not there. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isUnsupportedCall(error)) return null;
    throw error;
  }
}

/** What lies on both sides of TEST and TRAIN; null where the server does not say. */
export function useSplit(domain: ModelDomain, task: string) {
  return useWorkspaceQuery<TaskSplit | null>({
    key: [domain, 'tasks', task, 'split'],
    load: (scope) => orNull(api.call(`GET /${domain}/v2/task/{id}/split`, { params: { id: task }, ...scope })),
  });
}

const NO_LACKS: ReadonlyMap<string, string> = new Map();

/**
 * What tasks lack for a training, by id; those of the workspace are read together once `isWanted`. Nothing is known of it while it
 * is read, and of a server from before: there, Train is refused when it is pressed.
 */
export function useCannotTrain(domain: ModelDomain, isWanted: boolean): ReadonlyMap<string, string> {
  const { data } = useWorkspaceQuery({
    key: [domain, 'tasks', 'cannot-train'],
    load: async (scope) => (await api.call(`GET /${domain}/v2/cannot-train`, { ...scope })).tasks,
    enabled: isWanted,
    retry: false,
  });
  return useMemo(() => (data?.length ? new Map(data.map(({ id, reason }) => [id, reason])) : NO_LACKS), [data]);
}

/** The task's run over the images; null where there is none, undefined where the server knows none. */
export function useRun(domain: ModelDomain, task: string) {
  return useWorkspaceQuery<{ run: PredictionRun | null } | null>({
    key: [domain, 'tasks', task, 'run'],
    load: async (scope) => {
      const runs = await orNull(api.all('GET /annotate/v2/prediction-run/', { query: { domain }, ...scope }));
      return runs && { run: runs.find((run) => run.task === task) ?? null };
    },
    refetchInterval: (query) => (isRunning(query.state.data?.run) ? POLL_MS : false),
  });
}

export function isRunning(run: PredictionRun | null | undefined): boolean {
  return run?.work?.status === 'queued' || run?.work?.status === 'running';
}

export async function trainTask(domain: ModelDomain, task: string): Promise<void> {
  await api.call(`POST /${domain}/v2/task/{id}/train`, { params: { id: task } });
}

export async function cancelTraining(domain: ModelDomain, model: string): Promise<void> {
  await api.call(`POST /${domain}/v2/model/{id}/cancel`, { params: { id: model } });
}

/** Has an older model asked in place of the newer ones, until another is trained. */
export async function takeBack(domain: ModelDomain, model: string): Promise<void> {
  await api.call(`POST /${domain}/v2/model/{id}/take-back`, { params: { id: model } });
}

/** Address of a model's file; null where this person may not have it. */
export async function requestFile(domain: ModelDomain, model: string): Promise<string | null> {
  const { model_path_download: address } = await api.call(`POST /${domain}/v2/model/{id}/request-download`, {
    params: { id: model },
  });
  return address ?? null;
}

export async function startRun(domain: ModelDomain, task: string): Promise<void> {
  await api.call(`POST /${domain}/v2/task/{id}/predict-images`, { params: { id: task }, body: {} });
}

/** Makes images TEST, or takes them out of it. */
export async function moveImages(images: readonly string[], to: 'TEST' | 'TRAIN'): Promise<void> {
  try {
    for (let from = 0; from < images.length; from += MAX_IDS_PER_CALL)
      await api.call('POST /recognition/v2/training-image/update', {
        body: {
          images: images.slice(from, from + MAX_IDS_PER_CALL),
          ...(to === 'TEST' ? { 'mark-test': true } : { 'unmark-test': true }),
        },
      });
  } finally {
    await announce({ topic: 'images' }, ...DOMAINS.map((domain): Change => ({ topic: `${domain}-tasks` })));
  }
}

/** What a change of a task's models makes stale. */
export const changesOf = (domain: ModelDomain): readonly Change[] => [{ topic: `${domain}-tasks` }];
