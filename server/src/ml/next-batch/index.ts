import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';
import { DOMAINS } from '../models/model/state';
import { readNextBatch } from './read-next-batch';

/** Registers the calls that propose images to annotate next. */
export function bindNextBatch(app: FastifyInstance): void {
  for (const domain of DOMAINS)
    route(app, `GET /${domain}/v2/task/{id}/next-batch`, async ({ params, query, db, scope, fileUrl }) => {
      const task = await scope.findRow(`${domain}_task`, params.id, { entityName: 'Task' });
      const { count, suspect_share: suspectShare } = query;
      return readNextBatch(db, domain, task, { count, suspectShare, comparesImages: app.deps.config.findSimilar, fileUrl });
    });
}
