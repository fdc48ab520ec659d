import { createReadStream } from 'node:fs';
import { INTERACTIVE_MODEL_FORM, type InteractiveModel } from '@console/shared-contract/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { storeUnusedModelFile } from '../../data-access/rows/store-unused-file';
import { HttpError, notFound } from '../../platform/errors';
import { findInteractiveFolder } from '../../ml/models/uploaded/server-files';
import { toCheckedImages, withDisconnectSignal } from '../../ml/models/uploaded/checked-images';
import type { UrlSignature } from '../../platform/files/signed-url';
import { getSignedUrlMaxAge } from '../../platform/http/files-route';
import { route } from '../../platform/http/route/route';
import { readDescription, readModelFolder, type ModelFiles } from './description';
import { InteractiveSegmenter, type EmbeddingState, type ModelState } from './interactive-segmenter';
import { messages } from './messages';
import { checkModel, storeModel, WorkspaceModels } from './workspace-models';

/** Binds the calls for interactive segmentation models, and starts the check of the one that the operator supplies. */
export function bindInteractiveModel(app: FastifyInstance): void {
  const { interactiveModel: settings, builtInModels } = app.deps.config;
  const onUnexpectedError = (error: unknown) => app.log.error(error);
  const serverSegmenter =
    settings && new InteractiveSegmenter(app.deps, settings, () => readDescription(settings.folder), onUnexpectedError);
  const workspaceModels = new WorkspaceModels(app.deps, onUnexpectedError);
  app.addHook('onClose', async () => {
    serverSegmenter?.stop();
    workspaceModels.stop();
  });
  void serverSegmenter?.checked.then(() => {
    if (serverSegmenter.state.status === 'failed') app.log.error(messages.failed(serverSegmenter.state.problem));
  });

  route(app, 'GET /interactive-model/v2/', async ({ scope, fileUrl }) => {
    const workspaceModel = await workspaceModels.find(scope.resolveWorkspace().id);
    if (workspaceModel) return toResponse(workspaceModel.segmenter, () => fileUrl(workspaceModel.decoderKey), true);
    return toResponse(serverSegmenter, (hash) => fileUrl(toDecoderName(hash)), false);
  });

  route(app, 'GET /interactive-model/v2/image/{id}/embedding', async ({ params, scope, fileUrl }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image' });
    const segmenter = (await workspaceModels.find(image.workspace_id))?.segmenter ?? serverSegmenter;
    const state = segmenter ? await segmenter.getEmbedding(image) : NO_MODEL;
    const embedding = state.status === 'ready' ? state.embedding : null;
    return {
      image: image.id,
      ...toProgress(state),
      embedding: embedding && { url: fileUrl(embedding.file), shape: embedding.shape },
    };
  });

  route(
    app,
    'POST /interactive-model/v2/',
    {
      upload: true,
      prepare: async ({ body, db, files, scope, request, fileUrl }) => {
        const { id: workspaceId } = scope.resolveWorkspace(body.workspace);
        if (!builtInModels) throw new HttpError(400, messages.noModels);
        const model = body.server_file
          ? await readModelFolder(await findInteractiveFolder(app.deps.config, body.server_file))
          : getUploadedModel(request, body.description);
        const { name, checked, images } = await withDisconnectSignal(request, (signal) =>
          checkModel(app.deps, { workspaceId, signal }, model),
        );
        const { milliseconds, memoryBytes } = checked;
        const checkedImages = toCheckedImages(images, checked.images, fileUrl, ({ polygon }) => ({ polygon }));
        const response = { name, milliseconds, memory_bytes: memoryBytes, pictures: checkedImages };
        const storeFile = (path: string) => storeUnusedModelFile(db, files, path, INTERACTIVE_MODEL_FORM.maxBytes);
        const storedModel = { ...model, encoder: await storeFile(model.encoder), decoder: await storeFile(model.decoder) };
        return { response, stored: storedModel };
      },
    },
    async ({ body: { workspace }, db, scope, prepared: { response, stored: storedModel } }) => {
      await storeModel(db, scope.resolveWorkspace(workspace).id, storedModel);
      return response;
    },
  );

  route(app, 'DELETE /interactive-model/v2/', async ({ db, scope }) => {
    await db.deleteFrom('interactive_model').where('workspace_id', '=', scope.resolveWorkspace().id).execute();
  });

  // A valid signature of the URL grants access, as for stored files.
  app.get<{ Params: { name: string }; Querystring: UrlSignature }>(
    '/files/interactive-model/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const name = `interactive-model/${request.params.name}`;
      const seconds = getSignedUrlMaxAge(app.deps.fileUrlSigner, name, request.query);
      if (serverSegmenter?.state.status !== 'ready' || toDecoderName(serverSegmenter.state.model.decoderHash) !== name)
        throw notFound('File');
      reply.headers({ 'content-type': 'application/octet-stream', 'cache-control': `private, max-age=${seconds}, immutable` });
      return reply.send(createReadStream(serverSegmenter.state.model.decoder));
    },
  );
}

function getUploadedModel({ uploadedFiles }: FastifyRequest, description: string | undefined): ModelFiles {
  const [encoder, decoder] = ['encoder', 'decoder'].map((name) => uploadedFiles?.get(name)?.path);
  if (!encoder || !decoder || description === undefined) throw new HttpError(400, messages.noFiles);
  return { encoder, decoder, description };
}

const toDecoderName = (hash: string) => `interactive-model/${hash}.onnx`;

const NO_MODEL = { status: 'none' } as const;

const toProgress = (state: ModelState | EmbeddingState | typeof NO_MODEL) => ({
  status: state.status,
  problem: state.status === 'failed' ? state.problem : null,
});

function toResponse(
  segmenter: InteractiveSegmenter | null,
  getDecoderUrl: (hash: string) => string,
  isUploaded: boolean,
): InteractiveModel {
  const modelState = segmenter?.state ?? NO_MODEL;
  if (modelState.status !== 'ready') return { ...toProgress(modelState), model: null };
  const { name, licence, decoderHash, coordinateSize, maskShape } = modelState.model;
  return {
    ...toProgress(modelState),
    model: {
      name,
      licence,
      decoder: getDecoderUrl(decoderHash),
      coordinate_size: coordinateSize,
      mask_shape: maskShape,
      ...(isUploaded && { uploaded: true }),
    },
  };
}
