import type { PresenceKind } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import type { ScopedTable } from '../../platform/access/scope';
import { route } from '../../platform/http/route/route';
import { recordGoldOpened } from '../quality/gold/store-gold';
import { bindStream } from './stream';
import { enterRow, leaveRow, listPresentUsers } from './presence';

const TABLE_BY_KIND = {
  image: { table: 'training_image', entityName: 'Image' },
  group: { table: 'similarity_group', entityName: 'Group' },
  product: { table: 'product', entityName: 'Product' },
} as const satisfies Record<PresenceKind, { table: ScopedTable; entityName: string }>;

/** Binds the live stream, and the call that shows who has a row open. */
export function bindLive(app: FastifyInstance): void {
  bindStream(app);

  route(app, 'PUT /live/v2/presence/', async ({ body, db, scope, user }) => {
    const { table, entityName } = TABLE_BY_KIND[body.kind];
    const { workspace_id: workspaceId } = await scope.findRow(table, body.id, { entityName });
    const entity = { workspaceId, kind: body.kind, id: body.id };
    if (body.left) await leaveRow(db, user.id, body.tab, entity);
    else await enterRow(db, user.id, body.tab, entity);
    if (body.kind !== 'product' && !body.left) await recordGoldOpened(db, body.id, user.id);
    return { results: await listPresentUsers(db, user.id, entity) };
  });
}
