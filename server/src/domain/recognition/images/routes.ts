import type { FastifyInstance } from 'fastify';
import { MAX_IMAGE_IDS } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { listFirstSeqs, syncFacets } from '../../../data-access/facets';
import { createVersionConflictWithEditor } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import type { Handler } from '../../../platform/http/route/handler';
import { route } from '../../../platform/http/route/route';
import { toJsonb, requireCurrentVersion, omitUndefined } from '../../../data-access/rows/partial-update';
import { findReferencedRow } from '../../../data-access/rows/references';
import { deleteFilesAfterCommit } from '../../../data-access/shapes/write-shape';
import { findSource } from '../../../ml/similar-items/source';
import { toImageFilter } from './filter';
import { addLabelToImage, removeLabelFromImage, setImageLabelValue } from './labels';
import { storeMask } from './mask';
import { bindDuplicatesRoute, searchSimilarImages } from './similar';
import { findMetaDataEditor, listIdsBySeq, readImage, readImagesBySeq, toTrainingImage } from './queries';
import { searchImages } from './search';
import { formatCursor, parseCursor } from './search-by-name';
import { deleteImage, listFlagSyncs, updateImages } from './write';
import { bindUploadRoute } from './upload';

const IMAGE = '/recognition/v2/training-image/{id}';

/** Binds the routes of training images: list, upload, flags, meta data and labels. */
export function bindImageRoutes(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/training-image/', async ({ query, db, scope, page, fileUrl }) => {
    const { similar_to: similarTo, similar_kind: kind = 'image' } = query;
    const source = similarTo === undefined ? null : await findSource(scope, kind, similarTo);
    const filter = await toImageFilter(db, scope, { ...query, labels: query.labels ?? query.label }, source?.workspaceId);
    if (!filter) return page(0, []);
    const { limit, offset } = toLimitOffset(query);
    if (source) {
      const { count, matches, preparing } = await searchSimilarImages(app.deps, source, filter, offset, limit);
      const likenessBySeq = new Map(matches.map((match) => [match.seq, match.likeness]));
      const rows = await readImagesBySeq(
        db,
        filter.workspaceId,
        matches.map(({ seq }) => seq),
      );
      const images = rows.map((row) => ({ ...toTrainingImage(row, fileUrl), likeness: likenessBySeq.get(row.seq) }));
      return { ...page(count, images), ...(preparing && { preparing }) };
    }
    const { count, isMinimum, seqs, scores } = await searchImages(db, filter, query, offset, limit, parseCursor(query));
    const rows = await readImagesBySeq(db, filter.workspaceId, seqs);
    const images = rows.map((row) => {
      const image = toTrainingImage(row, fileUrl);
      return query.sort === 'uncertain' ? { ...image, uncertainty: scores?.get(row.seq) } : image;
    });
    const lastSeq = query.sort === 'name' ? rows.at(-1)?.seq : undefined;
    const cursor = lastSeq === undefined ? undefined : formatCursor(query.page + 1, lastSeq);
    return { ...page(count, images, cursor), ...(isMinimum && { count_is_minimum: true }) };
  });

  route(app, 'GET /recognition/v2/training-image/ids', async ({ query: { after, ...query }, db, scope }) => {
    const filter = await toImageFilter(db, scope, query);
    if (!filter || after === 0) return { ids: [], next: null };
    const to = after === undefined ? filter.to : Math.min(filter.to ?? Infinity, after - 1);
    const seqs = await listFirstSeqs(db, { ...filter, to }, MAX_IMAGE_IDS);
    const ids = await listIdsBySeq(db, filter.workspaceId, seqs);
    return { ids, next: seqs.length < MAX_IMAGE_IDS ? null : (seqs.at(-1) ?? null) };
  });

  bindUploadRoute(app);
  bindDuplicatesRoute(app);

  route(app, `GET ${IMAGE}`, async ({ params, db, scope, fileUrl }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image' });
    return readImage(db, image.id, fileUrl);
  });

  route(app, `PUT ${IMAGE}`, async ({ params, body, db, scope, user, fileUrl }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image', lock: true });
    if (body.version !== undefined && body.version !== image.version)
      throw createVersionConflictWithEditor(await readImage(db, image.id, fileUrl), await findMetaDataEditor(db, image.id));
    const changes = omitUndefined({
      name: body.name,
      meta_data: toJsonb(body.meta_data),
      meta_changed_by: body.meta_data === undefined ? undefined : user.id,
      real: body.real,
      test_image: body.test_image,
    });
    await db
      .updateTable('training_image')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', image.id)
      .execute();
    await syncFacets(db, image.workspace_id, listFlagSyncs([image.id], body));
    return readImage(db, image.id, fileUrl);
  });

  route(app, `DELETE ${IMAGE}`, async ({ params, db, scope, files, afterCommit }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image', lock: true });
    const crops = await deleteImage(db, image);
    deleteFilesAfterCommit({ files, afterCommit }, crops);
    return undefined;
  });

  route(app, 'POST /recognition/v2/training-image/update', async ({ body, db, scope, user }) => ({
    updated: await updateImages(db, scope, body, user.id),
  }));

  route(
    app,
    `POST ${IMAGE}/set-foreground-mask`,
    {
      upload: true,
      prepare: async ({ params, body, scope, files, request, afterRollback }) => {
        const { img_width: width, img_height: height } = await scope.findRow('training_image', params.id, {
          entityName: 'Image',
        });
        if (body.foreground_mask === null) return null;
        const mask = request.uploadedFiles?.get('foreground_mask') ?? body.foreground_mask;
        return storeMask(files, mask, { width, height }, app.deps.config, afterRollback);
      },
    },
    async ({ params, body, db, scope, prepared: preparedUpload, fileUrl }) => {
      const image = await scope.findRow('training_image', params.id, { entityName: 'Image', lock: true });
      await requireCurrentVersion(body.version, image, () => readImage(db, image.id, fileUrl));
      await db
        .updateTable('training_image')
        .set({ mask_key: preparedUpload, version: sql`version + 1` })
        .where('id', '=', image.id)
        .execute();
      return readImage(db, image.id, fileUrl);
    },
  );

  route(app, `POST ${IMAGE}/add-label`, async ({ params, body, db, scope, fileUrl }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image', lock: true });
    const label = await findReferencedRow(scope, 'recognition_label', body.label_id, image.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
    await addLabelToImage(db, image, label, body);
    return readImage(db, image.id, fileUrl);
  });

  route(app, `POST ${IMAGE}/remove-label`, async ({ params, body, db, scope, fileUrl }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image', lock: true });
    await scope.requireSameWorkspace('recognition_label', [body.label_id], image.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
    await removeLabelFromImage(db, image, body.label_id);
    return readImage(db, image.id, fileUrl);
  });

  const updateValue: Handler<`POST ${typeof IMAGE}/update-value`> = async ({ params, body, db, scope, fileUrl }) => {
    const image = await scope.findRow('training_image', params.id, { entityName: 'Image', lock: true });
    const label = await findReferencedRow(scope, 'recognition_label', body.label_id, image.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
    await setImageLabelValue(db, image, label, body);
    return readImage(db, image.id, fileUrl);
  };
  route(app, `POST ${IMAGE}/update-value`, updateValue);
  route(app, `POST ${IMAGE}/update-label`, updateValue);
}
