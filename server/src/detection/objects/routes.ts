import type { FastifyInstance } from 'fastify';
import { searchFacets } from '../../facets';
import { badField } from '../../errors';
import { windowOf } from '../../http/links';
import { route, type Handler } from '../../http/route';
import { findNamed } from '../../rows/workspace';
import { eraseImage, writeShape } from '../../shapes/answer';
import { writeShapesInBulk } from '../../shapes/bulk';
import { messages } from '../../shapes/messages';
import { objectFilter } from './filter';
import { objectKind } from './kind';
import { readObject, readObjects, readObjectsBySeq, toDetectionObject } from './queries';
import { addLabelToObject, lockObject, removeLabelFromObject, setObjectLabelValue } from './labels';

const OBJECT = '/detection/v2/object/{id}';
const label = { field: 'label_id', what: 'Label' };

/** Boxes on images, with the recognition labels of what is in them. */
export function objectRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/object/', async ({ query, db, scope, page, fileUrl }) => {
    const filter = await objectFilter(db, scope, query);
    if (!filter) return page(0, []);
    const { limit, offset } = windowOf(query);
    const { count, seqs } = await searchFacets(db, filter, offset, limit, query.sort);
    const rows = await readObjectsBySeq(db, filter.workspaceId, seqs);
    return page(
      count,
      rows.map((row) => toDetectionObject(row, fileUrl)),
    );
  });

  route(app, 'POST /detection/v2/object/', async (context) => {
    const { body, db, fileUrl } = context;
    const read = (id: string) => readObject(db, id, fileUrl);
    return read(await writeShape(context, objectKind, { op: 'create', ...body }, read));
  });

  route(app, 'POST /detection/v2/object/bulk', (context) =>
    writeShapesInBulk(context, objectKind, context.body.items, (ids) => readObjects(context.db, ids, context.fileUrl)),
  );

  route(app, `GET ${OBJECT}`, async ({ params, db, scope, fileUrl }) => {
    const object = await scope.findRow('detection_object', params.id, { what: 'Object' });
    return readObject(db, object.id, fileUrl);
  });

  route(app, `PUT ${OBJECT}/`, async (context) => {
    const { params, body, db, fileUrl } = context;
    const read = (id: string) => readObject(db, id, fileUrl);
    return read(await writeShape(context, objectKind, { op: 'change', id: params.id, ...body }, read));
  });

  route(app, `DELETE ${OBJECT}`, async (context) => {
    const { params, db, fileUrl } = context;
    await writeShape(context, objectKind, { op: 'delete', id: params.id }, (id) => readObject(db, id, fileUrl));
    return undefined;
  });

  route(app, 'DELETE /detection/v2/object/image', async (context) => {
    const id = context.body?.image ?? context.query.image;
    if (!id) throw badField('image', messages.required);
    await eraseImage(context, objectKind, id);
    return undefined;
  });

  route(app, `POST ${OBJECT}/add-label`, async ({ params, body, db, scope, fileUrl }) => {
    const { object } = await lockObject(scope, params.id);
    await addLabelToObject(
      db,
      object,
      await findNamed(scope, 'recognition_label', body.label_id, object.workspace_id, label),
      body.value,
    );
    return readObject(db, object.id, fileUrl);
  });

  route(app, `POST ${OBJECT}/remove-label`, async ({ params, body, db, scope, fileUrl }) => {
    const { object } = await lockObject(scope, params.id);
    await scope.requireSameWorkspace('recognition_label', [body.label_id], object.workspace_id, label);
    await removeLabelFromObject(db, object, body.label_id);
    return readObject(db, object.id, fileUrl);
  });

  const updateValue: Handler<`POST ${typeof OBJECT}/update-value`> = async ({ params, body, db, scope, fileUrl }) => {
    const { object } = await lockObject(scope, params.id);
    await setObjectLabelValue(
      db,
      object,
      await findNamed(scope, 'recognition_label', body.label_id, object.workspace_id, label),
      body.value,
    );
    return readObject(db, object.id, fileUrl);
  };
  route(app, `POST ${OBJECT}/update-value`, updateValue);
  route(app, `POST ${OBJECT}/update-label`, updateValue);
}
