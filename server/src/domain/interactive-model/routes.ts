import { createReadStream } from 'node:fs';
import type { InteractiveModel } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../platform/errors';
import type { UrlSignature } from '../../platform/files/signed-url';
import { getMaxAgeOfSignedUrl } from '../../platform/http/files-route';
import { route } from '../../platform/http/route/route';
import { InteractiveSegmenter, type EmbeddingState, type ModelState } from './interactive-segmenter';
import { messages } from './messages';

/** Binds the calls for the interactive segmentation model, and starts its check. */
export function bindInteractiveModel(app: FastifyInstance): void {
  const { interactiveModel: settings } = app.deps.config;
  const segmenter = settings && new InteractiveSegmenter(app.deps, settings, (error) => app.log.error(error));
  app.addHook('onClose', async () => segmenter?.stop());
  void segmenter?.checked.then(() => {
    if (segmenter.state.status === 'failed') app.log.error(messages.failed(segmenter.state.problem));
  });

  route(app, 'GET /interactive-model/v2/', async ({ scope, fileUrl }) => {
    scope.allowCallerOnly();
    return toResponse(segmenter, (hash) => fileUrl(toDecoderName(hash)));
  });

  route(app, 'GET /interactive-model/v2/image/{id}/embedding', async ({ params, scope, fileUrl }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image' });
    const state = segmenter ? await segmenter.getEmbedding(image) : NO_MODEL;
    const embedding = state.status === 'ready' ? state.embedding : null;
    return {
      image: image.id,
      ...toProgress(state),
      embedding: embedding && { url: fileUrl(embedding.file), shape: embedding.shape },
    };
  });

  // As with stored files, the signed URL is the permission.
  app.get<{ Params: { name: string }; Querystring: UrlSignature }>(
    '/files/interactive-model/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const name = `interactive-model/${request.params.name}`;
      const seconds = getMaxAgeOfSignedUrl(app.deps.fileUrlSigner, name, request.query);
      if (segmenter?.state.status !== 'ready' || toDecoderName(segmenter.state.model.decoderHash) !== name)
        throw notFound('File');
      reply.headers({ 'content-type': 'application/octet-stream', 'cache-control': `private, max-age=${seconds}, immutable` });
      return reply.send(createReadStream(segmenter.state.model.decoder));
    },
  );
}

const toDecoderName = (hash: string) => `interactive-model/${hash}.onnx`;

const NO_MODEL = { status: 'none' } as const;

const toProgress = (state: ModelState | EmbeddingState | typeof NO_MODEL) => ({
  status: state.status,
  problem: state.status === 'failed' ? state.problem : null,
});

function toResponse(segmenter: InteractiveSegmenter | null, getDecoderUrl: (hash: string) => string): InteractiveModel {
  const state = segmenter?.state ?? NO_MODEL;
  if (state.status !== 'ready') return { ...toProgress(state), model: null };
  const { name, licence, decoderHash, coordinateSize, maskShape } = state.model;
  return {
    ...toProgress(state),
    model: { name, licence, decoder: getDecoderUrl(decoderHash), coordinate_size: coordinateSize, mask_shape: maskShape },
  };
}
