import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LearnerRequest, LearnerResult, PredictRequest } from '@console/learner/protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { getResult, getLearnerClient } from '../../learning/learner-client';
import { downloadFile, getModelPaths, getLearningFolder, withRequestFolder, writeAtomically } from '../../learning/local-files';
import type { LearningDeps } from '../../learning/train';
import type { ModelBackEnd, ImageRecord, PredictionRequest } from '../model/back-end';
import type { LocalModelDeps } from './train-locally';
import type { ModelDomain } from '../model/kinds';
import { messages } from '../model/messages';
import { getEmbedder } from '../uploaded/embedding-model';
import { getUploadedModelRunner, isUploadedModel } from '../uploaded/run-model';

const backEnds = new WeakMap<FileStore, ModelBackEnd>();

/** Returns the built-in back end. It is created once per file store, so that the server starts only one learner process for predictions. */
export function getBuiltInBackEnd({ db, files, config }: LocalModelDeps): ModelBackEnd {
  const existingBackEnd = backEnds.get(files);
  if (existingBackEnd) return existingBackEnd;
  const newBackEnd = createBuiltInBackEnd({ db, files, folder: getLearningFolder(config) });
  backEnds.set(files, newBackEnd);
  return newBackEnd;
}

/** Creates a back end for models trained on this machine, which run in a learner process. */
function createBuiltInBackEnd(deps: LearningDeps): ModelBackEnd {
  const { send } = getLearnerClient(deps.files);
  /**
   * Predicts records and returns one result of the learner for each. For an uploaded model, each image is a separate request, so that
   * workspaces take turns.
   */
  const predict = async <Entry>(
    domain: ModelDomain,
    { model, records }: PredictionRequest,
    toRequest: (request: PredictRequest, records: readonly ImageRecord[]) => LearnerRequest,
    getEntries: (result: LearnerResult) => readonly Entry[],
  ): Promise<Entry[]> => {
    const { isUploaded, workspaceId, ...files } = await downloadModel(deps, domain, model);
    const run = isUploaded ? getUploadedModelRunner(deps.files, workspaceId) : send;
    const recordEntries: Entry[] = [];
    for (const batch of isUploaded ? records.map((record) => [record]) : [records])
      recordEntries.push(
        ...getEntries(await withImageFiles(deps, batch, (images) => run(toRequest({ ...files, images }, batch)))),
      );
    return recordEntries;
  };
  const getObjects = (result: LearnerResult) => getResult(result, 'objects');
  return {
    classify: (request) =>
      predict(
        'recognition',
        request,
        (payload, records) => ({ classify: { ...payload, boxes: records.map(getObjectBox) } }),
        (result) => getResult(result, 'labels'),
      ),
    detect: async (request) => {
      const results = await predict('detection', request, (detect) => ({ detect }), getObjects);
      // An uploaded pose model may predict another number of points than the label's template has. Its objects are then returned as boxes.
      const pointCounts = new Map(request.labels.map(({ id, skeleton }) => [id, skeleton?.points.length]));
      return results.map(
        (objects) =>
          objects?.map(({ points, ...object }) => ({
            ...object,
            ...(points && points.length === pointCounts.get(object.id) && { points }),
          })) ?? null,
      );
    },
    segment: async (request) => {
      const results = await predict('segmentation', request, (detect) => ({ detect }), getObjects);
      return results.map((objects) =>
        objects ? objects.flatMap(({ polygon, ...object }) => (polygon ? [{ ...object, polygon }] : [])) : null,
      );
    },
    computeDescriptors: async ({ workspaceId, records }) => {
      const embed = await getEmbedder({ ...deps, send }, workspaceId);
      return withImageFiles(deps, records, async (paths) => {
        const descriptors: ({ descriptor: number[] } | null)[] = [];
        // Each image is a separate request, because requests to the process of uploaded models have a time limit.
        for (const file of paths) {
          const [image] = getResult(await embed({ embed: { images: [{ file }] } }), 'embedded');
          descriptors.push(image ? { descriptor: [...(image.embeddings[0] ?? [])] } : null);
        }
        return descriptors;
      });
    },
    runFlow: null,
  };
}

const ObjectRecord = z.object({
  _extract_object: z.literal(true),
  _objects: z.tuple([z.object({ bound_box: z.array(z.number()).length(4) })], z.unknown()),
});

/** Returns the box of the object that a record selects, or null for the complete image. */
function getObjectBox(record: ImageRecord): readonly number[] | null {
  return ObjectRecord.safeParse(record).data?._objects[0].bound_box ?? null;
}

/**
 * Downloads the files of a model to the local disk. Throws 404 if the model has no files, for example because it was trained externally.
 */
async function downloadModel({ db, files, folder }: LearningDeps, domain: ModelDomain, id: string) {
  const { rows } = await sql<{ file_key: string | null; metrics: unknown; workspace_id: string }>`
    select file_key, metrics, workspace_id from ${sql.table(`${domain}_model`)} where id = ${id}`.execute(db);
  const [{ file_key: key, metrics = null, workspace_id: workspaceId = '' } = {}] = rows;
  if (!key) throw new HttpError(404, messages.noModel);
  const { model, notes } = getModelPaths(folder, id);
  if (!(await downloadFile(files, key, model))) throw new HttpError(404, messages.noModel);
  await writeAtomically(notes, Readable.from([JSON.stringify(metrics)]));
  return { model, notes, workspaceId, isUploaded: isUploadedModel(metrics) };
}

/** Writes the images of the records to a temporary folder, calls `run` with their paths, and deletes the folder. */
function withImageFiles<Result>(
  { folder }: LearningDeps,
  records: readonly ImageRecord[],
  run: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  return withRequestFolder(folder, async (requestFolder) => {
    const paths = records.map((_, index) => join(requestFolder, String(index)));
    await Promise.all(records.map(({ _base64 }, index) => writeFile(paths[index]!, _base64, 'base64')));
    return run(paths);
  });
}
