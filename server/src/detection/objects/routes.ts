import type { FastifyInstance } from 'fastify';
import { searchFacets } from '../../facets';
import { badField } from '../../errors';
import { windowOf } from '../../http/links';
import { route, type Handler } from '../../http/route';
import { findNamed } from '../../rows/workspace';
import { messages } from '../../shapes/messages';
import { objectFilter } from './filter';
import { readObject, readObjectsBySeq, toDetectionObject } from './queries';
import {
  addLabelToObject,
  createObject,
  deleteObjects,
  editObject,
  lockObject,
  removeLabelFromObject,
  setObjectLabelValue,
} from './write';

const OBJECT = '/detection/v2/object/{id}';
const label = { field: 'label_id', what: 'Label' };

/** Boxes on images, with the recognition labels of what is in them. */
export function objectRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/object/', async ({ query, db, scope, page, fileUrl }) => {
    const filter = await objectFilter(db, scope, query);
    if (!filter) return page(0, []);
    const { limit, offset } = windowOf(query);
    const { count, seqs } = await searchFacets(db, filter, offset, limit);
    const rows = await readObjectsBySeq(db, filter.workspaceId, seqs);
    return page(
      count,
      rows.map((row) => toDetectionObject(row, fileUrl)),
    );
  });

  route(app, 'POST /detection/v2/object/', async ({ body, db, scope, user, fileUrl }) =>
    readObject(db, await createObject(db, scope, body, user.id), fileUrl),
  );

  route(app, `GET ${OBJECT}`, async ({ params, db, scope, fileUrl }) => {
    const object = await scope.findRow('detection_object', params.id, { what: 'Object' });
    return readObject(db, object.id, fileUrl);
  });

  route(app, `PUT ${OBJECT}/`, async ({ params, body, db, scope, files, afterCommit, fileUrl }) => {
    const leftover = await editObject(db, scope, params.id, body, () => readObject(db, params.id, fileUrl));
    if (leftover) afterCommit(() => files.delete(leftover));
    return readObject(db, params.id, fileUrl);
  });

  route(app, `DELETE ${OBJECT}`, async ({ params, db, scope, files, afterCommit }) => {
    const { object, image } = await lockObject(scope, params.id);
    const leftover = await deleteObjects(db, image, [object.id]);
    afterCommit(async () => {
      await Promise.all(leftover.map((key) => files.delete(key)));
    });
    return undefined;
  });

  route(app, 'DELETE /detection/v2/object/image', async ({ query, body, db, scope, files, afterCommit }) => {
    const id = body?.image ?? query.image;
    if (!id) throw badField('image', messages.required);
    const image = await scope.findRow('training_image', id, { what: 'Image', lock: true });
    const leftover = await deleteObjects(db, image, 'all');
    afterCommit(async () => {
      await Promise.all(leftover.map((key) => files.delete(key)));
    });
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
