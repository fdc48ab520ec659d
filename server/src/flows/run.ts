import type { FlowAction, FlowGraph } from '@console/shared-contract/api';
import type { Db } from '../database/connection';
import type { ModelBackEnd, ImageRecord } from '../models/back-end';
import type { ModelDomain } from '../models/kinds';
import { filterPredictions, listTaskLabels, findCurrentModel } from '../models/predict';
import { cutBoxes } from '../pictures/accept';

/** What is said with less is not followed. */
const LEAST_PROBABILITY = 0.5;
/** Objects of a picture that are looked at further, the surest first. */
const MOST_OBJECTS = 50;

interface Said {
  id: string;
  name: string;
  prob: number;
  value?: number | null;
}

/** What a recognition task says of a picture, or of an object in it. */
interface Tags {
  task: string;
  labels: Said[];
}

interface FoundObject extends Said {
  bound_box: number[];
  _tags: Tags[];
}

export interface FlowResult extends Record<string, unknown> {
  _tags: Tags[];
  _objects: FoundObject[];
}

export interface FlowRun {
  db: Db;
  backEnd: ModelBackEnd;
  graph: FlowGraph;
  maxPixels: number;
}

/** A picture, or the cut-out of an object with the label that it was found by. */
interface Target {
  base64: string;
  object?: FoundObject;
  result: FlowResult;
  /** An action runs once, whatever leads to it. */
  done: Set<string>;
}

/** The picture of a record cannot be read, whatever its flow would ask of it. */
class Unreadable extends Error {}

/**
 * Runs a flow on pictures with the models that were trained here: recognition says labels, a switch opens the actions of the
 * likeliest one, a detection switch those of each object that its task finds. The tasks must have trained models. Null of a
 * picture that cannot be read.
 */
export async function runFlow(run: FlowRun, records: readonly ImageRecord[]): Promise<(FlowResult | null)[]> {
  const results: (FlowResult | null)[] = [];
  for (const { _base64: base64 } of records) {
    const result: FlowResult = { _tags: [], _objects: [] };
    try {
      await visit(run, run.graph.root, { base64, result, done: new Set() });
      results.push(result);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      results.push(null);
    }
  }
  return results;
}

async function visit(run: FlowRun, ids: readonly string[], target: Target): Promise<void> {
  for (const id of ids) {
    const action = run.graph.actions.find((each) => each.id === id);
    if (!action || target.done.has(id)) continue;
    target.done.add(id);
    await visit(run, await opened(run, action, target), target);
    await visit(run, action.children ?? [], target);
  }
}

/** The actions that an action opens by what it sees. */
async function opened(run: FlowRun, action: FlowAction, target: Target): Promise<readonly string[]> {
  if (action.type === 'recognition' || action.type === 'switch') {
    const labels = action.task ? await classified(run, action.task, target) : [];
    const [best] = labels;
    return action.type === 'switch' && best ? (action.cases?.[best.id] ?? []) : [];
  }
  if (action.type !== 'detection_switch') return [];
  if (target.object) return action.cases?.[target.object.id] ?? [];
  if (action.task) await followObjects(run, action, action.task, target);
  return [];
}

async function classified(run: FlowRun, task: string, { base64, object, result }: Target): Promise<Said[]> {
  const question = await questionOf(run, 'recognition', task, base64);
  if (!question) return [];
  const [said] = await run.backEnd.classify(question);
  if (!said) throw new Unreadable();
  const labels = filterPredictions(said, question.labels, LEAST_PROBABILITY);
  (object ?? result)._tags.push({ task, labels });
  return labels;
}

async function followObjects(run: FlowRun, action: FlowAction, task: string, target: Target): Promise<void> {
  const question = await questionOf(run, 'detection', task, target.base64);
  if (!question) return;
  const [said] = await run.backEnd.detect(question);
  if (!said) throw new Unreadable();
  const objects = filterPredictions(said, question.labels, LEAST_PROBABILITY)
    .slice(0, MOST_OBJECTS)
    .map((object): FoundObject => ({ ...object, _tags: [] }));
  target.result._objects.push(...objects);
  const followed = objects.filter(({ id }) => (action.cases?.[id] ?? []).length > 0);
  if (followed.length === 0) return;
  const boxes = followed.map(({ bound_box: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => [
    Math.max(0, Math.floor(x1)),
    Math.max(0, Math.floor(y1)),
    Math.ceil(x2),
    Math.ceil(y2),
  ]);
  const cuts = await cutBoxes(Buffer.from(target.base64, 'base64'), boxes, run.maxPixels);
  for (const [index, object] of followed.entries()) {
    const cut = cuts[index];
    if (!cut) continue;
    const base64 = Buffer.from(cut).toString('base64');
    await visit(run, action.cases?.[object.id] ?? [], { base64, object, result: target.result, done: new Set() });
  }
}

async function questionOf({ db }: FlowRun, domain: ModelDomain, task: string, base64: string) {
  const model = await findCurrentModel(db, domain, task);
  return model && { task, model, labels: await listTaskLabels(db, domain, task), records: [{ _base64: base64 }] };
}
