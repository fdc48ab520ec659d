import type { FastifyInstance } from 'fastify';
import { searchFacets } from '../../../data-access/facets';
import { badField } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route, type Handler } from '../../../platform/http/route/route';
import { findReferencedRow } from '../../../data-access/rows/references';
import { deleteShapesOnImage, writeShape } from '../../../data-access/shapes/write-shape';
import { getShapesAudit, writeShapesInBulk } from '../../../data-access/shapes/bulk-write';
import { messages } from '../../../data-access/shapes/messages';
import { toObjectFacetFilter } from './filter';
import { objectKind } from './kind';
import { readObject, readObjects, readObjectsBySeq, toDetectionObject } from './queries';
import { addLabelToObject, findObjectAndLockImage, removeLabelFromObject, setObjectLabelValue } from './labels';

const OBJECT = '/detection/v2/object/{id}';
const labelReference = { field: 'label_id', entityName: 'Label' };

/** Binds the routes of objects (bounding boxes on images) and their recognition labels. */
export function bindObjectRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/object/', async ({ query, db, scope, page, fileUrl }) => {
    const filter = await toObjectFacetFilter(db, scope, query);
    if (!filter) return page(0, []);
    const { limit, offset } = toLimitOffset(query);
    const { count, seqs } = await searchFacets(db, filter, offset, limit, query.sort);
    const rows = await readObjectsBySeq(db, filter.workspaceId, seqs);
    return page(
      count,
      rows.map((row) => toDetectionObject(row, fileUrl)),
    );
  });

  route(app, 'POST /detection/v2/object/', { hasBulkCall: true }, async (context) => {
    const { body, db, fileUrl } = context;
    const readRow = (id: string) => readObject(db, id, fileUrl);
    return readRow(await writeShape(context, objectKind, { op: 'create', ...body }, readRow));
  });

  route(app, 'POST /detection/v2/object/bulk', { largeBody: true, audit: getShapesAudit }, (context) =>
    writeShapesInBulk(context, objectKind, context.body.items, (ids) => readObjects(context.db, ids, context.fileUrl)),
  );

  route(app, `GET ${OBJECT}`, async ({ params, db, scope, fileUrl }) => {
    const object = await scope.findRow('detection_object', params.id, { entityName: 'Object' });
    return readObject(db, object.id, fileUrl);
  });

  route(app, `PUT ${OBJECT}/`, async (context) => {
    const { params, body, db, fileUrl } = context;
    const readRow = (id: string) => readObject(db, id, fileUrl);
    return readRow(await writeShape(context, objectKind, { op: 'change', id: params.id, ...body }, readRow));
  });

  route(app, `DELETE ${OBJECT}`, async (context) => {
    const { params, db, fileUrl } = context;
    await writeShape(context, objectKind, { op: 'delete', id: params.id }, (id) => readObject(db, id, fileUrl));
    return undefined;
  });

  route(app, 'DELETE /detection/v2/object/image', async (context) => {
    const id = context.body?.image ?? context.query.image;
    if (!id) throw badField('image', messages.required);
    await deleteShapesOnImage(context, objectKind, id);
    return undefined;
  });

  route(app, `POST ${OBJECT}/add-label`, async ({ params, body, db, scope, fileUrl }) => {
    const { object } = await findObjectAndLockImage(scope, params.id);
    await addLabelToObject(
      db,
      object,
      await findReferencedRow(scope, 'recognition_label', body.label_id, object.workspace_id, labelReference),
      body,
    );
    return readObject(db, object.id, fileUrl);
  });

  route(app, `POST ${OBJECT}/remove-label`, async ({ params, body, db, scope, fileUrl }) => {
    const { object } = await findObjectAndLockImage(scope, params.id);
    await scope.requireSameWorkspace('recognition_label', [body.label_id], object.workspace_id, labelReference);
    await removeLabelFromObject(db, object, body.label_id);
    return readObject(db, object.id, fileUrl);
  });

  const updateValue: Handler<`POST ${typeof OBJECT}/update-value`> = async ({ params, body, db, scope, fileUrl }) => {
    const { object } = await findObjectAndLockImage(scope, params.id);
    await setObjectLabelValue(
      db,
      object,
      await findReferencedRow(scope, 'recognition_label', body.label_id, object.workspace_id, labelReference),
      body,
    );
    return readObject(db, object.id, fileUrl);
  };
  route(app, `POST ${OBJECT}/update-value`, updateValue);
  route(app, `POST ${OBJECT}/update-label`, updateValue);
}
