import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route/route';
import { findReferencedRow } from '../../../data-access/rows/references';
import { readFurtherUsers } from '../jobs/members/further-users';
import { findJob } from '../jobs/write';
import { adjudicateGroup } from './adjudicate-group';
import { adjudicateMatchingGroups } from './adjudicate-matching-groups';
import { findDisputedGroup, toGroupDetails } from './disputed-group';
import { readGroupAgreement } from './group-agreement';

/** Binds the routes for agreement on the members of groups, and for decisions of reviewers (ADR 0140). */
export function bindGroupAdjudicationRoutes(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/similarityjob/{id}/agreement', async ({ params, db, scope, fileUrl }) => {
    const job = await findJob(scope, 'similarity', params.id);
    const agreement = await readGroupAgreement(db, job, fileUrl);
    const furtherUsers = await readFurtherUsers(db, job);
    return furtherUsers ? { ...agreement, further_people: furtherUsers } : agreement;
  });

  route(app, 'GET /annotate/v2/similarityjob/{id}/disputed-item', async ({ params, query, db, scope, fileUrl }) => {
    const job = await findJob(scope, 'similarity', params.id);
    if (!query.group) return { item: null };
    const field = { field: 'group', entityName: 'Group' };
    const group = await findReferencedRow(scope, 'similarity_group', query.group, job.workspace_id, field);
    const disputedGroup = await findDisputedGroup(db, job, group.id, fileUrl);
    return { item: disputedGroup && toGroupDetails(disputedGroup) };
  });

  route(app, 'POST /annotate/v2/similarityjob/{id}/adjudicate', async ({ params, body, ...context }) =>
    adjudicateGroup(context, await findJob(context.scope, 'similarity', params.id, { lock: true }), body),
  );

  route(app, 'POST /annotate/v2/similarityjob/{id}/adjudicate-matching', async ({ params, body, db, scope }) =>
    adjudicateMatchingGroups({ db, scope }, await findJob(scope, 'similarity', params.id, { lock: true }), body),
  );
}
