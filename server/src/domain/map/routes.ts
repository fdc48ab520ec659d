import type { MapLabels, ServiceSlug } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';
import { toObjectFacetFilter } from '../detection/objects/filter';
import { listImageReferences, toWorkspaceImageFilter } from '../recognition/images/filter';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { readPoints, UNAVAILABLE } from './read-points';

/** The services that the labels of each domain need. */
const LABEL_SERVICES: Readonly<Record<MapLabels, ServiceSlug>> = {
  recognition: 'recognition',
  detection: 'custom-object-detection',
  segmentation: 'custom-segmentation',
};

/** Binds the calls that return images and objects as points of a map. */
export function bindMap(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/training-image/map', async ({ query, db, scope }) => {
    const { method, after, page_size: size, labels_of: labels, workspace: _, ...filters } = query;
    const workspaceId = await resolveListWorkspace(scope, listImageReferences(filters));
    if (labels) scope.requireWorkspace(workspaceId, LABEL_SERVICES[labels]);
    const filter = await toWorkspaceImageFilter(db, workspaceId, filters);
    if (!app.deps.config.findSimilar) return UNAVAILABLE;
    return readPoints(db, { workspaceId, kind: 'image', method }, filter, { after, size, labels });
  });

  route(app, 'GET /detection/v2/object/map', async ({ query, db, scope }) => {
    const { method, after, page_size: size, workspace: _, ...filters } = query;
    const workspaceId = await resolveListWorkspace(scope, listImageReferences(filters));
    const filter = await toObjectFacetFilter(db, scope, filters);
    if (!app.deps.config.findSimilar) return UNAVAILABLE;
    return readPoints(db, { workspaceId, kind: 'object', method }, filter, { after, size, labels: 'detection' });
  });
}
