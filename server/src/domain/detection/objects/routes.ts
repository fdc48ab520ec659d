import type { FastifyInstance } from 'fastify';
import { MAX_EXACT_COUNT } from '@console/shared-contract/limits';
import { searchFacets, searchUpToBound } from '../../../data-access/facets';
import { toLimitOffset } from '../../../platform/http/route/links';
import type { Handler } from '../../../platform/http/route/handler';
import { route } from '../../../platform/http/route/route';
import { findReferencedRow } from '../../../data-access/rows/references';
import { objectKind } from '../../../data-access/shape-kinds/object';
import { BULK_ROUTE, ShapeResource } from '../../../data-access/shapes/shape-resource';
import { toObjectFacetFilter } from './filter';
import { objectView, readObjectsBySeq, toDetectionObject } from './queries';
import { addLabelToObject, findObjectAndLockImage, removeLabelFromObject, setObjectLabelValue } from './labels';

const OBJECT = '/detection/v2/object/{id}';
const objects = new ShapeResource(objectKind, objectView, toDetectionObject);
const labelReference = { field: 'label_id', entityName: 'Label' };

/** Binds the routes of objects (bounding boxes on images) and their recognition labels. */
export function bindObjectRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/object/', async ({ query, db, scope, page, fileUrl }) => {
    const filter = await toObjectFacetFilter(db, scope, query);
    if (!filter) return page(0, []);
    const { limit, offset } = toLimitOffset(query);
    const { count, isMinimum, seqs } =
      (query.bounded_count && (await searchUpToBound(db, filter, query.sort ?? 'newest', offset, limit))) ||
      (await searchFacets(db, filter, offset, limit, query.sort, query.bounded_count ? MAX_EXACT_COUNT : undefined));
    const rows = await readObjectsBySeq(db, filter.workspaceId, seqs);
    const apiRows = rows.map((row) => toDetectionObject(row, fileUrl));
    return { ...page(count, apiRows), ...(isMinimum && { count_is_minimum: true }) };
  });

  route(app, 'POST /detection/v2/object/', { hasBulkCall: true }, (call) => objects.create(call));
  route(app, 'POST /detection/v2/object/bulk', BULK_ROUTE, (call) => objects.writeBulk(call));
  route(app, `GET ${OBJECT}`, (call) => objects.read(call));
  route(app, `PUT ${OBJECT}/`, (call) => objects.change(call));
  route(app, `DELETE ${OBJECT}`, (call) => objects.delete(call));
  route(app, 'DELETE /detection/v2/object/image', (call) => objects.deleteOnImage(call));

  route(app, `POST ${OBJECT}/add-label`, async (call) => {
    const { params, body, db, scope } = call;
    const { object } = await findObjectAndLockImage(scope, params.id);
    await addLabelToObject(
      db,
      object,
      await findReferencedRow(scope, 'recognition_label', body.label_id, object.workspace_id, labelReference),
      body,
    );
    return objects.readRow(call, object.id);
  });

  route(app, `POST ${OBJECT}/remove-label`, async (call) => {
    const { params, body, db, scope } = call;
    const { object } = await findObjectAndLockImage(scope, params.id);
    await scope.requireSameWorkspace('recognition_label', [body.label_id], object.workspace_id, labelReference);
    await removeLabelFromObject(db, object, body.label_id);
    return objects.readRow(call, object.id);
  });

  const updateValue: Handler<`POST ${typeof OBJECT}/update-value`> = async (call) => {
    const { params, body, db, scope } = call;
    const { object } = await findObjectAndLockImage(scope, params.id);
    await setObjectLabelValue(
      db,
      object,
      await findReferencedRow(scope, 'recognition_label', body.label_id, object.workspace_id, labelReference),
      body,
    );
    return objects.readRow(call, object.id);
  };
  route(app, `POST ${OBJECT}/update-value`, updateValue);
  route(app, `POST ${OBJECT}/update-label`, updateValue);
}
