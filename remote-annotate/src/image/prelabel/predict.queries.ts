import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { toPredictedSkeleton } from '@console/shared-contract/skeleton';
import { compareByName } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import type { ImageSize, NewShape } from '../../editor';
import { parseBox } from '../../editor/geometry/box';
import type { Thresholds } from './thresholds';
import { PREDICTION_TIMEOUT_MS, assertImageRead } from '../recognition/state/use-classify';

/** A task whose model predicts shapes. */
export interface ShapePredictionTask {
  readonly kind: 'detection' | 'segmentation';
  readonly id: string;
  readonly name: string;
}

const MAX_PAGE_QUERY = { page_size: MAX_PAGE_SIZE };

/**
 * The tasks that can predict shapes, sorted by name. Older servers do not predict polygons. Their error is shown when the user starts a
 * prediction.
 */
export function useShapePredictionTasks(): readonly ShapePredictionTask[] {
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  const detection = useWorkspaceQuery({
    key: ['offered-tasks', 'detection'],
    enabled: hasDetection,
    load: (scope) => api.all('GET /detection/v2/task/', { query: MAX_PAGE_QUERY, ...scope }),
  });
  const segmentation = useWorkspaceQuery({
    key: ['offered-tasks', 'segmentation'],
    enabled: hasSegmentation,
    load: (scope) => api.all('GET /segmentation/v2/task/', { query: MAX_PAGE_QUERY, ...scope }),
  });
  return useMemo(
    () =>
      [
        ...(detection.data ?? []).map(({ id, name }): ShapePredictionTask => ({ kind: 'detection', id, name })),
        ...(segmentation.data ?? []).map(({ id, name }): ShapePredictionTask => ({
          kind: 'segmentation',
          id,
          name,
        })),
      ].sort(compareByName),
    [detection.data, segmentation.data],
  );
}

/**
 * Whether a predicted label still belongs to the task. A model also predicts labels that were removed from its task. They have no name, and
 * the server would reject their shapes.
 */
const belongsToTask = ({ name }: { name: string }) => name !== '';

/**
 * Minimum probability of the requested shapes. It is so low that users can lower the thresholds after the prediction. Models of the server
 * do not return less probable shapes.
 */
const MIN_PROBABILITY = 0.03;

/** The shapes that a model predicts for an image, and the minimum confidence in percent that it recommends by label. */
interface PredictedShapes {
  readonly shapes: readonly NewShape[];
  readonly recommended: Thresholds;
}

const toPercentThresholds = (thresholds: readonly { id: string; threshold: number }[] = []): Thresholds =>
  Object.fromEntries(thresholds.map(({ id, threshold }) => [id, Math.round(threshold * 100)]));

/** Returns the shapes that a task's model predicts for the image at a URL. Rejects with ApiError. */
export async function predictShapes(
  task: ShapePredictionTask,
  { imageUrl, imageSize }: { imageUrl: string; imageSize: ImageSize },
  scope: { workspace: string; signal: AbortSignal },
): Promise<PredictedShapes> {
  const body = {
    task_id: task.id,
    keep_prob: MIN_PROBABILITY,
    records: [{ _url: new URL(imageUrl, window.location.href).href }],
  };
  const options = { body, ...scope, timeout: PREDICTION_TIMEOUT_MS };
  if (task.kind === 'detection') {
    const { records, thresholds, model } = await api.call('POST /detection/v2/detect', options);
    assertImageRead(records[0]);
    const shapes = (records[0]?._objects ?? [])
      .filter(belongsToTask)
      .flatMap(({ id, bound_box, prob: score, points }): NewShape[] => {
        const predictedFields = { labelId: id, score, model };
        if (points) {
          const data = toPredictedSkeleton(points, imageSize);
          return data ? [{ ...predictedFields, kind: 'skeleton', data }] : [];
        }
        const data = parseBox(bound_box);
        return data ? [{ ...predictedFields, kind: 'object', data }] : [];
      });
    return { shapes, recommended: toPercentThresholds(thresholds) };
  }
  const { records, thresholds, model } = await api.call('POST /segmentation/v2/predict', options);
  assertImageRead(records[0]);
  const shapes = (records[0]?._objects ?? [])
    .filter(belongsToTask)
    .map(({ id, polygon, prob: score }): NewShape => ({ kind: 'polygon', labelId: id, data: polygon, score, model }));
  return { shapes, recommended: toPercentThresholds(thresholds) };
}
