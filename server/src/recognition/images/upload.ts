import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection';
import { syncFacets, takeSeq } from '../../facets';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { ALREADY_EXISTS, IMAGE_FORM } from '@console/shared-contract/api';
import { HttpError } from '../../errors';
import { route } from '../../http/route';
import { ownPictures } from '../../pictures/own-picture';
import { withPicture, storePicture, type StoredPicture } from '../../pictures/upload';
import { asJson, sentOnly } from '../../rows/edit';
import { messages } from './messages';
import { storeMask } from './mask';
import { readImage } from './queries';

interface Prepared {
  stored: StoredPicture;
  mask_key?: string;
}

/** Upload of a training image: decoded whole before the transaction opens, kept once a workspace. */
export function uploadRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /recognition/v2/training-image/',
    {
      upload: true,
      prepare: async ({ body, db, scope, files, user, request, afterRollback }): Promise<Prepared> => {
        const { id: workspaceId } = scope.workspace();
        const { config } = app.deps;
        const file = request.uploadedFiles?.get(IMAGE_FORM.file);
        return withPicture(body, { config, readOwn: ownPictures(app.deps, user) }, file, async (picture) => {
          await refuseDuplicate(db, workspaceId, picture.hash);
          const mask = request.uploadedFiles?.get('foreground_mask') ?? body.foreground_mask;
          // The mask first: one that does not fit is refused with nothing stored.
          const size = { width: picture.width, height: picture.height, isReduced: !body.noresize };
          const mask_key = mask == null ? undefined : await storeMask(files, mask, size, config, afterRollback);
          return { stored: await storePicture(files, picture, afterRollback), mask_key };
        });
      },
    },
    async ({ body, db, scope, user, prepared, fileUrl }) => {
      const { id: workspaceId } = scope.workspace();
      const id = await insertImage(db, workspaceId, user.id, prepared.stored, {
        meta_data: asJson(withFileName(body.meta_data, body.name)),
        real: body.real,
        test_image: body.test_image,
        mask_key: prepared.mask_key,
      });
      return readImage(db, id, fileUrl);
    },
  );
}

/** The meta data of an upload with the name of its file among them, where it has one and they have no other. */
function withFileName(metaData: unknown, name: string | undefined): unknown {
  if (!name) return metaData;
  if (metaData === undefined) return { [FILE_NAME_KEY]: name };
  const isObject = typeof metaData === 'object' && metaData !== null && !Array.isArray(metaData);
  return isObject ? { [FILE_NAME_KEY]: name, ...metaData } : metaData;
}

interface ImageFields {
  meta_data?: string;
  real?: boolean;
  test_image?: boolean;
  mask_key?: string;
}

/** Adds a stored picture to a workspace. Throws 400 when its bytes are there already. Answers its id. */
async function insertImage(
  trx: Db,
  workspaceId: string,
  userId: string | null,
  picture: StoredPicture,
  fields: ImageFields,
): Promise<string> {
  const { first: seq, created } = await takeSeq(trx, workspaceId, 'image');
  const image = await trx
    .insertInto('training_image')
    .values({ ...picture, ...sentOnly(fields), workspace_id: workspaceId, seq, created, created_by: userId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'content_hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!image) {
    await refuseDuplicate(trx, workspaceId, picture.content_hash);
    throw new HttpError(409, messages.uploadedAtOnce);
  }
  await syncFacets(trx, workspaceId, [{ of: 'image', ids: [image.id], kinds: ['image.exists', 'image.test', 'image.real'] }]);
  return image.id;
}

async function refuseDuplicate(db: Db, workspaceId: string, hash: string): Promise<void> {
  const same = await db
    .selectFrom('training_image')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('content_hash', '=', hash)
    .executeTakeFirst();
  if (same) throw new HttpError(400, messages.alreadyUploaded(same.id), { code: ALREADY_EXISTS, image_id: same.id });
}
