import type { FastifyInstance } from 'fastify';
import { DOMAIN_SERVICES } from '../../ml/models/model/kinds';
import { route } from '../../platform/http/route/route';
import { readTrainingRule, saveRule } from './rules';

/** Binds the calls for the rules that start trainings and choose the model in use. */
export function bindTrainingRules(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/training-rule/', async ({ query: { domain, task: id }, db, scope }) => {
    const task = await scope.findRow(`${domain}_task`, id, { entityName: 'Task', service: DOMAIN_SERVICES[domain] });
    return readTrainingRule(db, domain, task);
  });

  route(app, 'PUT /annotate/v2/training-rule/', async ({ body, db, scope, user }) => {
    const { domain, promotion, after_job, every_pictures, schedule } = body;
    const service = DOMAIN_SERVICES[domain];
    const task = await scope.findRow(`${domain}_task`, body.task, { entityName: 'Task', service, lock: true });
    await saveRule(db, { domain, task, userId: user.id, fields: { promotion, after_job, every_pictures, schedule } });
    return readTrainingRule(db, domain, task);
  });
}
