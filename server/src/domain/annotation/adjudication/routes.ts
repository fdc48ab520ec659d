import type { FastifyInstance } from 'fastify';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { findReferencedRow } from '../../../data-access/rows/references';
import { annotatesOpenItem } from '../jobs/work/blind';
import { findJob } from '../jobs/write';
import { adjudicateItem, adjudicateMatching } from './adjudicate';
import { readDisputedItems } from './disputed-items';
import { findItem, readItemDetails } from './item-layers';

/** Binds the routes by which reviewers decide on items whose users disagree (ADR 0123). */
export function bindAdjudicationRoutes(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/imagejob/{id}/disputed/', async ({ params, query, db, scope, page, fileUrl }) => {
    const job = await findJob(scope, 'image', params.id);
    const { count, rows } = await readDisputedItems(db, job, toLimitOffset(query), fileUrl);
    return page(count, rows);
  });

  route(app, 'GET /annotate/v2/imagejob/{id}/disputed-item', async ({ params, query, db, scope, user }) => {
    const job = await findJob(scope, 'image', params.id);
    if (!query.image) return { item: null };
    const image = await findReferencedRow(scope, 'training_image', query.image, job.workspace_id, {
      field: 'image',
      entityName: 'Image',
    });
    const item = (await annotatesOpenItem(db, job, image.id, user.id)) ? null : await findItem(db, job, image.id);
    return { item: item && (await readItemDetails(db, item)) };
  });

  route(app, 'POST /annotate/v2/imagejob/{id}/adjudicate', { largeBody: true }, async ({ params, body, ...context }) =>
    adjudicateItem(context, await findJob(context.scope, 'image', params.id, { lock: true }), body),
  );

  route(app, 'POST /annotate/v2/imagejob/{id}/adjudicate-matching', async ({ params, body, ...context }) =>
    adjudicateMatching(context, await findJob(context.scope, 'image', params.id, { lock: true }), body),
  );
}
