import { type RuleTask } from '@console/shared-contract/quality-rules';
import type { ViolationCount } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { createFieldError, notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { findGroupLayer } from '../quality/group-layers/own-layer';
import { countGroupViolations, listGroupViolations } from '../quality/rules/group-rules';
import { checkImages } from '../quality/rules/check-images';
import { loadRuleTasks } from '../quality/rules/load-tasks';
import { storeViolations } from '../quality/rules/store-violations';
import { deleteViolatingShapes } from './delete-shapes';

/** Maximum number of images per call. */
const BATCH_SIZE = 500;
const GROUP_REQUIRED_MESSAGE = 'is required, unless you manage the workspace';
const NO_SHAPES_MESSAGE = 'concerns images, not shapes, so there is nothing to delete';

type RuleDomain = RuleTask['domain'];
interface TaskReference {
  id: string;
  workspaceId: string;
  domain: RuleDomain;
}

/** Binds the calls for the rules of tasks: what they check, which images violate them, and the deletion of shapes that violate them. */
export function bindRuleChecks(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/quality-rule/', async ({ db, scope }) => ({
    results: await loadRuleTasks(db, scope.resolveWorkspace().id),
  }));

  route(app, 'GET /annotate/v2/rule-violation/', async ({ query, db, scope }) => {
    const { id, domain } = await findTask(db, scope, query.task);
    const { rows } = await sql<ViolationCount & { checked: string }>`
      select rule, level, images, violations, ${toIsoTimestamp('created')} as checked from (
        select rule, level, count(distinct image_id)::int as images, count(*)::int as violations, min(created) as created
        from rule_violation where ${sql.ref(`${domain}_task_id`)} = ${id} group by rule, level) v order by rule, level`.execute(
      db,
    );
    const [checked = null] = rows.map((row) => row.checked).sort();
    return { checked, results: rows.map(({ checked: _, ...row }) => row) };
  });

  route(app, 'GET /annotate/v2/group-violation/', async ({ query, db, scope }) => {
    const { task, group: groupId } = query;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'similarity_task', ids: [task], field: 'task', entityName: 'Task' },
      { table: 'similarity_group', ids: [groupId], field: 'group', entityName: 'Group' },
    ]);
    if (groupId === undefined && !scope.isAllowed(workspaceId, 'manage')) throw createFieldError('group', GROUP_REQUIRED_MESSAGE);
    if (groupId === undefined) return { results: await countGroupViolations(db, workspaceId, { task }) };
    const isLayer = (await findGroupLayer(db, groupId)) !== undefined;
    const results = await listGroupViolations(db, workspaceId, groupId, { isLayer });
    return { results: results.filter((result) => task === undefined || result.task.id === task) };
  });

  route(app, 'POST /annotate/v2/rule-violation/check', async ({ body, db, scope }) => {
    const task = await findTask(db, scope, body.task);
    const { ids, next } = await selectNextImages(db, task, body.after, sql`true`);
    const violations = await checkImages(db, ids, await loadRuleTasks(db, task.workspaceId, { task: task.id }));
    await storeViolations(db, task.workspaceId, task, ids, violations);
    return { checked: ids.length, found: violations.size, next };
  });

  route(
    app,
    'POST /annotate/v2/rule-violation/delete-shapes',
    { audit: ({ dry_run: isPreview }) => (isPreview ? null : 'delete') },
    async (call) => {
      const { body, db, scope } = call;
      const { rule } = body;
      const task = await findTask(db, scope, body.task);
      if (rule === 'empty_image' || task.domain === 'recognition') throw createFieldError('rule', NO_SHAPES_MESSAGE);
      const isStored = sql`exists (
        select from rule_violation v where v.image_id = i.id and v.rule = ${rule} and ${sql.ref(`v.${task.domain}_task_id`)} = ${task.id})`;
      const { ids, next } = await selectNextImages(db, task, body.after, isStored);
      if (!body.dry_run)
        await scope.findRows('training_image', ids, task.workspaceId, { field: 'task', entityName: 'Image', lock: true });
      const tasks = await loadRuleTasks(db, task.workspaceId, { task: task.id });
      const violations = await checkImages(db, ids, tasks);
      const violating = [...violations].flatMap(([image, imageViolations]) =>
        imageViolations.flatMap(({ rule: violated, shape }) => (violated === rule && shape ? [{ image, ...shape }] : [])),
      );
      // One shape can violate a rule several times, for example without two required attributes.
      const shapes = [...new Map(violating.map((shape) => [shape.id, shape])).values()];
      if (!body.dry_run) {
        await deleteViolatingShapes(call, shapes);
        await storeViolations(db, task.workspaceId, task, ids, await checkImages(db, ids, tasks));
      }
      return { images: new Set(shapes.map(({ image }) => image)).size, shapes: shapes.length, next };
    },
  );
}

/** Finds a task with rules. Throws 404 if there is none. */
async function findTask(db: Db, scope: Scope, id: string): Promise<TaskReference> {
  const { rows } = await sql<{ domain: RuleDomain }>`
    select 'detection' as domain from detection_task where id = ${id}
    union all select 'segmentation' from segmentation_task where id = ${id}
    union all select 'recognition' from recognition_task where id = ${id}`.execute(db);
  const domain = rows[0]?.domain;
  if (!domain) throw notFound('Task');
  const row = await scope.findRow(`${domain}_task`, id, { entityName: 'Task' });
  return { id: row.id, workspaceId: row.workspace_id, domain };
}

/** Selects the ids of the next images `i` of the workspace of a task, newest first, and the position after them. */
async function selectNextImages(
  db: Db,
  { workspaceId }: TaskReference,
  after: string | null | undefined,
  condition: ReturnType<typeof sql>,
): Promise<{ ids: string[]; next: string | null }> {
  const { rows } = await sql<{ id: string; seq: number }>`
    select i.id, i.seq from training_image i
    where i.workspace_id = ${workspaceId} and (${after ?? null}::int is null or i.seq < ${after ?? null}::int) and ${condition}
    order by i.seq desc limit ${BATCH_SIZE}`.execute(db);
  const lastImage = rows.at(-1);
  return { ids: rows.map(({ id }) => id), next: lastImage && rows.length === BATCH_SIZE ? String(lastImage.seq) : null };
}
