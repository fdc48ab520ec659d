import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../platform/database/connection';
import { recordImageEvent } from '../../../platform/events/record-events';
import { syncFacets, allocateSeqs } from '../../../data-access/facets';
import { ALREADY_EXISTS, IMAGE_FORM } from '@console/shared-contract/api';
import { HttpError } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import { createOwnImageReader } from '../../../platform/images/own-image';
import { withUploadedImage, storeUploadedImage, type StoredImage } from '../../../platform/images/upload';
import { toJsonb, omitUndefined } from '../../../data-access/rows/partial-update';
import { messages } from './messages';
import { storeMask } from './mask';
import { readImage } from './queries';

interface PreparedUpload {
  stored: StoredImage;
  mask_key?: string;
}

/** Binds the upload of a training image. It is decoded completely before the transaction starts, and stored once per workspace. */
export function bindUploadRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /recognition/v2/training-image/',
    {
      upload: true,
      prepare: async ({ body, db, scope, files, user, request, afterRollback }): Promise<PreparedUpload> => {
        const { id: workspaceId } = scope.resolveWorkspace();
        const { config } = app.deps;
        const file = request.uploadedFiles?.get(IMAGE_FORM.file);
        return withUploadedImage(body, { config, readOwn: createOwnImageReader(app.deps, user) }, file, async (acceptedImage) => {
          await rejectDuplicate(db, workspaceId, acceptedImage.hash);
          const mask = request.uploadedFiles?.get('foreground_mask') ?? body.foreground_mask;
          // Store the mask first: if it is rejected, the image has not been stored.
          const size = { width: acceptedImage.width, height: acceptedImage.height, isReduced: !body.noresize };
          const mask_key = mask == null ? undefined : await storeMask(files, mask, size, config, afterRollback);
          return { stored: await storeUploadedImage(files, acceptedImage, afterRollback), mask_key };
        });
      },
    },
    async ({ body, db, scope, user, prepared: preparedUpload, fileUrl }) => {
      const { id: workspaceId } = scope.resolveWorkspace();
      const id = await insertImage(db, workspaceId, user.id, preparedUpload.stored, {
        name: body.name,
        meta_data: toJsonb(body.meta_data),
        real: body.real,
        test_image: body.test_image,
        mask_key: preparedUpload.mask_key,
      });
      return readImage(db, id, fileUrl);
    },
  );
}

interface ImageFields {
  name?: string;
  meta_data?: string;
  real?: boolean;
  test_image?: boolean;
  mask_key?: string;
}

/** Adds a stored image to a workspace and returns its id. Throws 400 if the workspace already has an image with these bytes. */
async function insertImage(
  trx: Db,
  workspaceId: string,
  userId: string | null,
  storedImage: StoredImage,
  fields: ImageFields,
): Promise<string> {
  const { first: seq, created: createdTime } = await allocateSeqs(trx, workspaceId, 'image');
  const image = await trx
    .insertInto('training_image')
    .values({
      ...storedImage,
      ...omitUndefined(fields),
      workspace_id: workspaceId,
      seq,
      created: createdTime,
      created_by: userId,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'content_hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!image) {
    await rejectDuplicate(trx, workspaceId, storedImage.content_hash);
    throw new HttpError(409, messages.uploadInProgress);
  }
  await syncFacets(trx, workspaceId, [{ target: 'image', ids: [image.id], kinds: ['image.exists', 'image.test', 'image.real'] }]);
  await recordImageEvent(trx, 'image.created', { workspaceId, userId }, [image.id]);
  return image.id;
}

async function rejectDuplicate(db: Db, workspaceId: string, hash: string): Promise<void> {
  const duplicate = await db
    .selectFrom('training_image')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('content_hash', '=', hash)
    .executeTakeFirst();
  if (duplicate)
    throw new HttpError(400, messages.alreadyUploaded(duplicate.id), { code: ALREADY_EXISTS, image_id: duplicate.id });
}
