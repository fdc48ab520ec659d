import type { FlowAction, FlowGraph } from '@console/shared-contract/api';
import type { Db } from '../../platform/database/connection';
import type { ModelBackEnd, ImageRecord } from '../../ml/models/model/back-end';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { listTaskLabels } from '../../ml/learning/dataset';
import { findCurrentModel } from '../../ml/models/model/current-model';
import { filterPredictions } from '../../ml/models/predict';
import { cropBoxes } from '../../platform/images/accept';

/** Predictions with a lower probability are ignored. */
const THRESHOLDS = { threshold: 0.5, byLabel: {} };
/** Maximum number of objects per image that are processed further, most probable first. */
const MAX_OBJECTS = 50;

interface PredictedLabel {
  id: string;
  name: string;
  prob: number;
  value?: number | null;
}

/** The predictions of a recognition task for an image or an object. */
interface TaskLabels {
  task: string;
  labels: PredictedLabel[];
}

interface DetectedObject extends PredictedLabel {
  bound_box: number[];
  _tags: TaskLabels[];
}

interface FlowResult extends Record<string, unknown> {
  _tags: TaskLabels[];
  _objects: DetectedObject[];
}

interface FlowRun {
  db: Db;
  backEnd: ModelBackEnd;
  graph: FlowGraph;
  maxPixels: number;
}

/** An image, or the crop of an object with its predicted label. */
interface RunTarget {
  base64: string;
  object?: DetectedObject;
  result: FlowResult;
  /** Ids of the actions that have run. An action runs only once, even if several paths lead to it. */
  completedIds: Set<string>;
}

/** Thrown if the image of a record cannot be decoded. */
class UnreadableImageError extends Error {}

/**
 * Runs a labelling flow on images with the local models. A recognition action predicts labels; a switch runs the actions of the
 * most probable label; a detection switch runs those of each detected object. The tasks must have trained models. The result is
 * null for images that cannot be decoded.
 */
export async function runFlow(run: FlowRun, records: readonly ImageRecord[]): Promise<(FlowResult | null)[]> {
  const results: (FlowResult | null)[] = [];
  for (const { _base64: base64 } of records) {
    const result: FlowResult = { _tags: [], _objects: [] };
    try {
      await runActions(run, run.graph.root, { base64, result, completedIds: new Set() });
      results.push(result);
    } catch (error) {
      if (!(error instanceof UnreadableImageError)) throw error;
      results.push(null);
    }
  }
  return results;
}

async function runActions(run: FlowRun, ids: readonly string[], target: RunTarget): Promise<void> {
  for (const id of ids) {
    const action = run.graph.actions.find((candidate) => candidate.id === id);
    if (!action || target.completedIds.has(id)) continue;
    target.completedIds.add(id);
    await runActions(run, await runAction(run, action, target), target);
    await runActions(run, action.children ?? [], target);
  }
}

/** Runs an action and returns the ids of the actions that its prediction selects to run next. */
async function runAction(run: FlowRun, action: FlowAction, target: RunTarget): Promise<readonly string[]> {
  if (action.type === 'recognition' || action.type === 'switch') {
    const labels = action.task ? await classifyImage(run, action.task, target) : [];
    const [topLabel] = labels;
    return action.type === 'switch' && topLabel ? (action.cases?.[topLabel.id] ?? []) : [];
  }
  if (action.type !== 'detection_switch') return [];
  if (target.object) return action.cases?.[target.object.id] ?? [];
  if (action.task) await detectAndRun(run, action, action.task, target);
  return [];
}

async function classifyImage(run: FlowRun, taskId: string, { base64, object, result }: RunTarget): Promise<PredictedLabel[]> {
  const request = await createPredictionRequest(run, 'recognition', taskId, base64);
  if (!request) return [];
  const [prediction] = await run.backEnd.classify(request);
  if (!prediction) throw new UnreadableImageError();
  const labels = filterPredictions(prediction, request.labels, THRESHOLDS);
  (object ?? result)._tags.push({ task: taskId, labels });
  return labels;
}

async function detectAndRun(run: FlowRun, action: FlowAction, taskId: string, target: RunTarget): Promise<void> {
  const request = await createPredictionRequest(run, 'detection', taskId, target.base64);
  if (!request) return;
  const [prediction] = await run.backEnd.detect(request);
  if (!prediction) throw new UnreadableImageError();
  const objects = filterPredictions(prediction, request.labels, THRESHOLDS)
    .slice(0, MAX_OBJECTS)
    .map((object): DetectedObject => ({ ...object, _tags: [] }));
  target.result._objects.push(...objects);
  const objectsWithActions = objects.filter(({ id }) => (action.cases?.[id] ?? []).length > 0);
  if (objectsWithActions.length === 0) return;
  const boxes = objectsWithActions.map(({ bound_box: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => [
    Math.max(0, Math.floor(x1)),
    Math.max(0, Math.floor(y1)),
    Math.ceil(x2),
    Math.ceil(y2),
  ]);
  const crops = await cropBoxes(Buffer.from(target.base64, 'base64'), boxes, run.maxPixels);
  for (const [index, object] of objectsWithActions.entries()) {
    const crop = crops[index];
    if (!crop) continue;
    const base64 = Buffer.from(crop).toString('base64');
    await runActions(run, action.cases?.[object.id] ?? [], { base64, object, result: target.result, completedIds: new Set() });
  }
}

async function createPredictionRequest({ db }: FlowRun, domain: ModelDomain, taskId: string, base64: string) {
  const model = await findCurrentModel(db, domain, taskId);
  return model && { task: taskId, model, labels: await listTaskLabels(db, domain, taskId), records: [{ _base64: base64 }] };
}
