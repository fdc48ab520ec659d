import { MODEL_FILE_FORM } from '@console/shared-contract/api';
import type { CheckedEmbeddingModel } from '@console/learner/protocol';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { storeUnusedModelFile } from '../../data-access/rows/store-unused-file';
import { getResult } from '../../ml/learning/learner-client';
import { runCheck } from '../../ml/models/uploaded/check-file';
import { toCheckedImages, withDisconnectSignal } from '../../ml/models/uploaded/checked-images';
import { messages } from '../../ml/models/uploaded/messages';
import { findModelFile } from '../../ml/models/uploaded/server-files';
import { findEmbeddingModel } from '../../ml/models/uploaded/embedding-model';
import { enqueueWorkspace } from '../../ml/similar-items/embedding-queue';
import { enqueueEmbeddingJob } from '../../ml/similar-items/embedding-tasks';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { route } from '../../platform/http/route/route';

/** Binds the calls for the embedding models of workspaces. */
export function bindEmbeddingModel(app: FastifyInstance): void {
  const { builtInModels, findSimilar } = app.deps.config;

  route(app, 'GET /embedding-model/v2/', async ({ db, scope }) => {
    const model = await findEmbeddingModel(db, scope.resolveWorkspace().id);
    return { model: model && { name: model.name, created: model.created.toISOString() } };
  });

  route(
    app,
    'POST /embedding-model/v2/',
    {
      upload: true,
      prepare: async ({ body: { workspace, name, pixels, server_file: serverFile }, db, files, scope, request, fileUrl }) => {
        const { id: workspaceId } = scope.resolveWorkspace(workspace);
        if (!builtInModels || !findSimilar) throw new HttpError(400, messages.noBackEnd);
        const { path: model, bytes } = await findModelFile(app.deps.config, request, serverFile);
        const { result, images } = await withDisconnectSignal(request, (signal) =>
          runCheck(app.deps, { workspaceId, signal }, (paths) => ({ checkEmbeddingModel: { model, images: paths, pixels } })),
        );
        const checkedModel = getResult(result, 'checkedEmbeddingModel');
        const { format, length, openMilliseconds, memoryBytes } = checkedModel;
        const isReadable = (_: unknown, index: number) => checkedModel.images[index] !== null;
        const checkedImages = toCheckedImages(images, checkedModel.images, fileUrl, ({ likeness }) => ({
          likeness: likeness.filter(isReadable),
        }));
        const response = {
          name,
          width: format.input.width,
          height: format.input.height,
          pixels: format.pixels,
          length,
          bytes,
          open_milliseconds: openMilliseconds,
          memory_bytes: memoryBytes,
          pictures: checkedImages,
        };
        return { format, response, key: await storeUnusedModelFile(db, files, model, MODEL_FILE_FORM.maxBytes) };
      },
    },
    async ({ body: { workspace, name }, db, scope, prepared: { format, response, key } }) => {
      await storeModel(db, scope.resolveWorkspace(workspace).id, { key, name, format });
      return response;
    },
  );

  route(app, 'DELETE /embedding-model/v2/', async ({ db, scope }) => storeModel(db, scope.resolveWorkspace().id, null));
}

interface CheckedFile {
  /** Key of the file. */
  key: string;
  name: string;
  format: CheckedEmbeddingModel['format'];
}

/**
 * Makes a file the embedding model of a workspace. Null restores the built-in model. Queues the computation of all embeddings of the
 * workspace. The trigger of the table discards the previous file.
 */
async function storeModel(trx: Db, workspaceId: string, file: CheckedFile | null): Promise<void> {
  const model = { file_key: file?.key ?? null, name: file?.name ?? '', format: JSON.stringify(file?.format ?? {}) };
  const isStored = await trx
    .insertInto('embedding_model')
    .values({ workspace_id: workspaceId, number: 1, ...model })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet({ number: sql`embedding_model.number + 1`, ...model, created: sql`now()` })
        // Deleting a model twice must not compute everything again.
        .where(sql<boolean>`embedding_model.file_key is not null or excluded.file_key is not null`),
    )
    .returning('number')
    .executeTakeFirst();
  if (!isStored) return;
  if (file) await sql`delete from discarded_file where file_key = ${file.key}`.execute(trx);
  // Delete the stored result, because the part of the embedding that finds verified groups best depends on the model.
  await sql`delete from similar_likeness where workspace_id = ${workspaceId}`.execute(trx);
  await enqueueWorkspace(trx, workspaceId);
  await enqueueEmbeddingJob(trx);
}
