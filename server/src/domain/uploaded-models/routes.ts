import { MODEL_FILE_FORM, type ModelFileCheck } from '@console/shared-contract/api';
import type { CheckedModel } from '@console/learner/protocol';
import type { FastifyInstance } from 'fastify';
import { storeUnusedModelFile } from '../../data-access/rows/store-unused-file';
import { listTaskLabels } from '../../ml/learning/dataset';
import { DOMAIN_SERVICES, type ModelDomain } from '../../ml/models/model/kinds';
import { addUploadedModel, changeUploadedModel } from '../../ml/models/uploaded/add-model';
import { checkModelFile, type TestedImage } from '../../ml/models/uploaded/check-file';
import { toCheckedImages, withDisconnectSignal } from '../../ml/models/uploaded/checked-images';
import { createToken, readToken } from '../../ml/models/uploaded/checked-file';
import { messages } from '../../ml/models/uploaded/messages';
import { findModelFile, listInteractiveFolders, listServerFiles } from '../../ml/models/uploaded/server-files';
import type { Scope } from '../../platform/access/scope';
import type { Config } from '../../platform/config';
import { createFieldError, HttpError } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { evaluateTrained } from '../evaluation/evaluate-trained';

/** Binds the calls that add the models of users to their tasks. */
export function bindUploadedModels(app: FastifyInstance): void {
  const { config } = app.deps;

  route(app, 'GET /annotate/v2/model-file/', async ({ scope }) => {
    scope.resolveWorkspace();
    const serverFileLists = [listServerFiles(config.modelsDir), listInteractiveFolders(config.modelsDir)];
    const [files = [], interactive = []] = (await Promise.all(serverFileLists)).map((list) =>
      list.map(({ name, bytes }) => ({ name, bytes })),
    );
    return { files, interactive };
  });

  route(
    app,
    'POST /annotate/v2/model-file/',
    {
      upload: true,
      prepare: async ({ body, db, files, scope, request, fileUrl }) => {
        const { domain, pixels } = body;
        const task = await findTask(scope, body);
        requireSupported(config, task);
        const labels = await listTaskLabels(db, domain, task.id);
        if (labels.length === 0) throw new HttpError(400, messages.noLabels);
        const { path, bytes } = await findModelFile(config, request, body.server_file);
        const workspaceId = task.workspace_id;
        const isMultiLabel = task.type === 'multi_label';
        const checkRequest = { path, domain, task: task.id, isMultiLabel, workspaceId, pixels };
        const result = await withDisconnectSignal(request, (signal) => checkModelFile(app.deps, checkRequest, signal));
        const { format, classes, memoryBytes } = result.checked;
        const key = await storeUnusedModelFile(db, files, path, MODEL_FILE_FORM.maxBytes);
        const milliseconds = getMedian(result.checked.images.flatMap((image) => image?.milliseconds ?? []));
        const token = await createToken(db, {
          workspaceId,
          domain,
          task: task.id,
          key,
          bytes,
          format,
          classes,
          milliseconds,
          memoryBytes,
        });
        return toResponse(result, { token, bytes, labels, fileUrl });
      },
    },
    async ({ prepared }) => prepared,
  );

  route(app, 'POST /annotate/v2/model-file/add', async ({ body, db, scope, user }) => {
    const { domain, name, notes = '', licence = '', classes: mapping } = body;
    const task = await findTask(scope, body, true);
    const labelIds = mapping.map(({ label }) => label);
    const options = { field: 'classes', entityName: 'Label' };
    await scope.requireSameWorkspace(`${domain}_label`, labelIds, task.workspace_id, options);
    requireSupported(config, task);
    const file = await readToken(db, body.token);
    if (file.task !== task.id || file.domain !== domain) throw createFieldError('token', messages.unknownToken);
    const taskLabelIds = new Set((await listTaskLabels(db, domain, task.id)).map(({ id }) => id));
    if (labelIds.some((id) => !taskLabelIds.has(id))) throw createFieldError('classes', messages.notInTask);
    const classes = toLabelsByClass(mapping, file.classes.length);
    return addUploadedModel(db, file, { classes, name, notes, licence, userId: user.id }, evaluateTrained);
  });

  route(app, 'PATCH /annotate/v2/model-file/{id}', async ({ params, body: { domain, ...changes }, db, scope }) => {
    const service = DOMAIN_SERVICES[domain];
    const { id: model } = await scope.findRow(`${domain}_model`, params.id, { entityName: 'Model', service, lock: true });
    await changeUploadedModel(db, { domain, model }, changes);
    return { model };
  });
}

async function findTask(scope: Scope, { domain, task: id }: { domain: ModelDomain; task: string }, lock = false) {
  const task = await scope.findRow(`${domain}_task`, id, { entityName: 'Task', service: DOMAIN_SERVICES[domain], lock });
  return { id: task.id, workspace_id: task.workspace_id, type: 'type' in task ? String(task.type) : null };
}

function requireSupported({ builtInModels }: Config, { type }: { type: string | null }): void {
  if (!builtInModels) throw new HttpError(400, messages.noBackEnd);
  if (type === 'regression') throw new HttpError(400, messages.noValues);
}

function getMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function toLabelsByClass(mapping: readonly { index: number; label: string }[], count: number): (string | null)[] {
  const classes = Array.from<string | null>({ length: count }).fill(null);
  for (const { index, label } of mapping) {
    if (index >= count) throw createFieldError('classes', messages.unknownClass(index, count));
    if (classes[index] !== null) throw createFieldError('classes', messages.repeatedClass(index));
    classes[index] = label;
  }
  return classes;
}

interface ResponseContext {
  token: string;
  bytes: number;
  labels: readonly { id: string; name: string }[];
  fileUrl: (key: string) => string;
}

function toResponse(
  { checked: checkedModel, images }: { checked: CheckedModel; images: readonly TestedImage[] },
  { token, bytes, labels, fileUrl }: ResponseContext,
): ModelFileCheck {
  const { format, classes, openMilliseconds, memoryBytes } = checkedModel;
  const labelIdByName = new Map(labels.map(({ id, name }) => [name.toLowerCase(), id]));
  return {
    token,
    bytes,
    layout: format.layout,
    width: format.input.width,
    height: format.input.height,
    pixels: format.pixels,
    open_milliseconds: openMilliseconds,
    memory_bytes: memoryBytes,
    classes: classes.map((name, index) => ({ index, name, label: labelIdByName.get(name?.toLowerCase() ?? '') ?? null })),
    pictures: toCheckedImages(images, checkedModel.images, fileUrl, ({ predictions }) => ({
      predictions: predictions.map(({ box, polygon, ...prediction }) => ({
        ...prediction,
        bound_box: box,
        polygon: polygon ?? null,
      })),
    })),
  };
}
