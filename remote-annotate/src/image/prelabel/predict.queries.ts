import { api, ApiError, useHasService, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import { MOST_ROWS_OF_PAGE } from '@console/shared-contract/limits';
import { byName } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import type { NewShape, PolygonData } from '../../editor';
import { isRecord } from '../../outbox';
import { PREDICTION_TIMEOUT, requireRead } from '../recognition/use-classify';

/** A task whose model draws. */
export interface DrawingTask {
  readonly kind: 'detection' | 'segmentation';
  readonly id: string;
  readonly name: string;
}

const ALL = { page_size: MOST_ROWS_OF_PAGE };
/** Named as data: deployments have it that draw polygons themselves, and the contract names it from then on. */
const SEGMENT = 'POST /segmentation/v2/predict';

/**
 * The tasks that can be predicted, by name. Of segmentation where the deployment answers such predictions, which it is asked
 * once somebody wants to choose: a call in vain stands as an error in the browser's console.
 */
export function useDrawingTasks({ asksSegmentation }: { asksSegmentation: boolean }): readonly DrawingTask[] {
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  const detection = useWorkspaceQuery({
    key: ['offered-tasks', 'detection'],
    enabled: hasDetection,
    load: (scope) => api.all('GET /detection/v2/task/', { query: ALL, ...scope }),
  });
  const segmentation = useWorkspaceQuery({
    key: ['offered-tasks', 'segmentation'],
    enabled: hasSegmentation,
    load: (scope) => api.all('GET /segmentation/v2/task/', { query: ALL, ...scope }),
  });
  const canSegment = useWorkspaceQuery({
    key: ['own:annotate', 'answers-segmentation'],
    enabled: asksSegmentation && segmentation.data !== undefined && segmentation.data.length > 0,
    // A deployment that learns it does so with a new release.
    staleTime: Infinity,
    load: answersSegmentation,
  });
  return useMemo(
    () =>
      [
        ...(detection.data ?? []).map(({ id, name }): DrawingTask => ({ kind: 'detection', id, name })),
        ...(canSegment.data ? (segmentation.data ?? []) : []).map(({ id, name }): DrawingTask => ({
          kind: 'segmentation',
          id,
          name,
        })),
      ].sort(byName),
    [detection.data, segmentation.data, canSegment.data],
  );
}

/** Asked with nothing to predict: a deployment that knows the call finds fault with that. */
async function answersSegmentation({ workspace, signal }: QueryScope): Promise<boolean> {
  try {
    await api.callByName(SEGMENT, { body: { records: [] }, workspace, signal });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return error.status === 400;
  }
}

/** What a task's model draws on the picture at an address. Rejects with ApiError. */
export async function predictShapes(
  task: DrawingTask,
  picture: string,
  scope: { workspace: string; signal: AbortSignal },
): Promise<readonly NewShape[]> {
  const body = { task_id: task.id, records: [{ _url: new URL(picture, window.location.href).href }] };
  const options = { body, ...scope, timeout: PREDICTION_TIMEOUT };
  if (task.kind === 'detection') {
    const { records } = await api.call('POST /detection/v2/detect', options);
    requireRead(records[0]);
    return (records[0]?._objects ?? []).flatMap(({ id, bound_box: [x1, y1, x2, y2] }): NewShape[] =>
      x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined
        ? []
        : [{ kind: 'object', labelId: id, data: [x1, y1, x2, y2] }],
    );
  }
  const answer = await api.callByName(SEGMENT, options);
  const record: unknown = isRecord(answer) && Array.isArray(answer.records) ? answer.records[0] : null;
  requireRead(record);
  const said: unknown[] = isRecord(record) && Array.isArray(record._objects) ? record._objects : [];
  return said.flatMap((each): NewShape[] => {
    if (!isRecord(each) || typeof each.id !== 'string' || !Array.isArray(each.polygon)) return [];
    const data = each.polygon.flat().filter((value): value is number => typeof value === 'number');
    return [{ kind: 'polygon', labelId: each.id, data: data satisfies PolygonData }];
  });
}
