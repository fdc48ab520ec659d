import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { recordEvents } from '../../../platform/events/record-events';
import { deleteReferenceFacets, lockImages, syncFacets } from '../../../data-access/facets';
import { createFieldError, HttpError, notFound } from '../../../platform/errors';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import { insertImageLabels, resolveLabelValue } from '../../recognition/images/labels';
import { omitUndefined } from '../../../data-access/rows/partial-update';
import { findReferencedRow } from '../../../data-access/rows/references';
import { recordAuditEvent } from '../../../platform/access/audit';
import { markDone, unmarkDone } from './items/batch';
import { hasImageLayers, requireLayers, requireValidBlind } from './work/blind';
import { closeItems } from './completion/close-items';
import { includeFurtherUsers, releaseWaitingItems, requireFurtherUsers } from './members/further-users';
import { getItemColumn, type JobRow } from './items/items';
import { scoreGoldItems } from '../../quality/gold/score-items';
import { switchGroupLayers } from '../../quality/group-layers/create-layers';
import { copyAgreedLayers, finishGroups } from '../../quality/group-layers/finish-layers';
import { hasGroupLayers } from '../../quality/group-layers/has-layers';
import { withoutLimits } from '../../../platform/access/job-access';
import { enqueueWork } from '../../../platform/queue/queue';
import { messages as itemMessages } from './items/messages';
import { messages as memberMessages } from './members/messages';
import { canWorkOn, requireEnoughAssignees, setAssignees } from './members/members';
import { requireNotPaused } from './members/pause';
import { answerRemarks, reopenRemarks } from './review/remarks';
import { requireUncorrected } from './review/require-uncorrected';
import { deleteSnapshots, saveSnapshots } from './work/snapshots';
import { COMPLETE_JOB } from './completion/complete-job';
import { verifyOwnWork, withdrawOwnVerifications, type VerificationStatement } from './completion/verify-own-work';

export type JobKind = 'image' | 'similarity';

interface JobEdit {
  name?: string;
  description?: string;
  todo_number?: number;
  randomize?: boolean;
  auto_complete?: boolean;
  done?: boolean;
  instructions?: string;
  gold_feedback?: number;
  assignees?: readonly string[];
  blind?: boolean;
  extra_threshold?: number | null;
  max_people?: number | null;
}

/** Finds a job of the given kind. Throws 404 for a job of the other kind. */
export async function findJob(scope: Scope, kind: JobKind, id: string, options: { lock?: boolean } = {}): Promise<JobRow> {
  const job = await scope.findRow('annotation_job', id, { entityName: 'Job', ...options });
  if (job.type !== kind) throw notFound('Job');
  return job;
}

/**
 * Updates the fields of a locked job that the request contains. Completing an image job enqueues the verification of its images and is
 * recorded in the audit log.
 */
export async function editJob(trx: Db, job: JobRow, edit: JobEdit, user: { id: string; username: string }): Promise<void> {
  const {
    name,
    description,
    todo_number,
    randomize,
    auto_complete,
    done: isDone,
    instructions,
    assignees,
    gold_feedback,
    blind,
  } = edit;
  const { extra_threshold, max_people } = edit;
  await requireEnoughAssignees(trx, job, edit);
  if (blind !== undefined) await requireValidBlind(trx, job, blind);
  await trx
    .updateTable('annotation_job')
    .set({
      ...omitUndefined({
        name,
        description,
        todo_number,
        randomize,
        auto_complete,
        done: isDone,
        instructions,
        gold_feedback,
        blind,
      }),
      ...omitUndefined({ extra_threshold, max_people }),
      version: sql`version + 1`,
    })
    .where('id', '=', job.id)
    .execute();
  if (todo_number !== undefined) {
    await includeFurtherUsers(trx, job, todo_number);
    if (job.type === 'similarity') await copyAgreedLayers(trx, { id: job.id, todo_number }, sql`true`);
  }
  if (extra_threshold === null && job.extra_threshold !== null) await releaseWaitingItems(trx, job);
  await switchGroupLayers(
    trx,
    job.id,
    hasGroupLayers(job),
    hasGroupLayers({ ...job, ...omitUndefined({ done: isDone, blind }) }),
  );
  if (assignees) await setAssignees(trx, { ...job, name: name ?? job.name }, assignees, user.id);
  if (!isDone || job.done) return;
  await recordAuditEvent(trx, [job.workspace_id], {
    action: 'complete',
    actor: user,
    subject: `annotate/${job.type}job`,
    subjectId: job.id,
  });
  await recordEvents(trx, [
    {
      kind: 'job.completed',
      workspaceId: job.workspace_id,
      userId: user.id,
      entityId: job.id,
      data: { name: name ?? job.name, type: job.type },
    },
  ]);
  if (job.type === 'image')
    await enqueueWork(trx, { workspaceId: job.workspace_id, kind: COMPLETE_JOB, input: { job: job.id }, userId: user.id });
}

/** Deletes a locked job. Its images and groups remain. */
export async function deleteJob(trx: Db, job: JobRow): Promise<void> {
  await switchGroupLayers(trx, job.id, hasGroupLayers(job), false);
  await trx.deleteFrom('annotation_job').where('id', '=', job.id).execute();
  if (job.type === 'image') await deleteReferenceFacets(trx, job.workspace_id, job.id);
}

export async function attachTask(trx: Db, scope: Scope, job: JobRow, taskId: string): Promise<void> {
  const task = await findReferencedRow(scope, 'recognition_task', taskId, job.workspace_id, {
    field: 'task_id',
    entityName: 'Task',
  });
  await trx
    .insertInto('job_recognition_task')
    .values({ job_id: job.id, task_id: task.id, workspace_id: job.workspace_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function detachTask(trx: Db, scope: Scope, job: JobRow, taskId: string): Promise<void> {
  await scope.requireSameWorkspace('recognition_task', [taskId], job.workspace_id, { field: 'task_id', entityName: 'Task' });
  await trx.deleteFrom('job_recognition_task').where('job_id', '=', job.id).where('task_id', '=', taskId).execute();
}

export async function setFlow(trx: Db, scope: Scope, job: JobRow, flowId: string | null): Promise<void> {
  if (flowId) await scope.requireSameWorkspace('flow', [flowId], job.workspace_id, { field: 'flow_id', entityName: 'Flow' });
  await trx
    .updateTable('annotation_job')
    .set({ flow_id: flowId, version: sql`version + 1` })
    .where('id', '=', job.id)
    .execute();
}

export async function setDoneLabel(trx: Db, scope: Scope, job: JobRow, labelId: string | null): Promise<void> {
  if (labelId)
    await scope.requireSameWorkspace('recognition_label', [labelId], job.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
  await trx
    .updateTable('annotation_job')
    .set({ mark_done_label_id: labelId, version: sql`version + 1` })
    .where('id', '=', job.id)
    .execute();
}

interface FinishedItems {
  /** Keys of files that no row refers to afterwards. */
  orphanedFiles: string[];
  /** Images whose annotations other users had completed before. The work of the user does not change them. */
  lateItems: string[];
}

/**
 * Marks items as done by a user. Also marks the remarks on them as answered, and saves snapshots if several users do each item. Items that
 * are now complete get the label of the job. If the users work on layers (their own annotations), these are copied to the image unless the
 * users disagree. `statement`: whether the user also verifies the image. The job must be locked. Throws 403 if the job is assigned only to
 * other users, or if the user is paused.
 */
export async function finishItems(
  trx: Db,
  scope: Scope,
  job: JobRow,
  targets: readonly string[],
  userId: string,
  statement: VerificationStatement,
): Promise<FinishedItems> {
  await requireJobItems(trx, scope, job, targets);
  if (hasImageLayers(job)) await requireLayers(trx, job, targets, userId);
  if (!(await canWorkOn(trx, job, userId))) throw new HttpError(403, memberMessages.notAssigned);
  await requireNotPaused(trx, job.id, userId);
  const markedItems = await withoutLimits(trx, () => markDone(trx, job, targets, userId));
  if (job.type === 'image') {
    const images = markedItems.map(({ target }) => target);
    if (job.todo_number > 1 || job.blind) await saveSnapshots(trx, job, images, userId);
    if (job.blind) await withoutLimits(trx, () => scoreGoldItems(trx, job.id, images, userId));
    await answerRemarks(trx, job, targets, userId);
  } else if (job.gold_rate !== null || job.blind || job.todo_number > 1)
    await withoutLimits(trx, () => finishGroups(trx, job, targets, userId));
  const lateItems = markedItems.filter(({ isLate }) => isLate).map(({ target }) => target);
  const itemsOfEnoughUsers = markedItems.filter(({ isDone, isLate }) => isDone && !isLate).map(({ target }) => target);
  const disputedTargets = await requireFurtherUsers(trx, job, itemsOfEnoughUsers);
  const doneTargets = itemsOfEnoughUsers.filter((target) => !disputedTargets.has(target));
  if (hasImageLayers(job)) {
    const orphanedFiles = await closeItems(trx, job, doneTargets, userId);
    await verifyOwnWork(trx, job, targets, userId, statement);
    return { orphanedFiles, lateItems };
  }
  const result = { orphanedFiles: [], lateItems: [] };
  if (doneTargets.length === 0 || !job.mark_done_label_id) return result;
  const label = await scope.findRow('recognition_label', job.mark_done_label_id, { entityName: 'Label' });
  await labelDoneItems(trx, job, label, doneTargets);
  return result;
}

/**
 * Marks items as not done by the user. In a job in which users work independently (`blind`), also withdraws verifications by
 * `verifyOwnWork`. The label that the job added remains, because a user may also have set it. The job must be locked. Throws
 * 400 if the work has been corrected.
 */
export async function reopenItems(trx: Db, scope: Scope, job: JobRow, targets: readonly string[], userId: string): Promise<void> {
  await requireJobItems(trx, scope, job, targets);
  if (hasImageLayers(job)) {
    await requireUncorrected(trx, job, targets, userId);
    await withdrawOwnVerifications(trx, job, targets, userId);
  }
  await withoutLimits(trx, () => unmarkDone(trx, job, targets, userId));
  await deleteSnapshots(trx, job, targets, userId);
  if (job.type !== 'image') return;
  await reopenRemarks(trx, job, targets, userId);
}

async function requireJobItems(trx: Db, scope: Scope, job: JobRow, targets: readonly string[]): Promise<void> {
  const [table, entityName] =
    job.type === 'image' ? (['training_image', 'Image'] as const) : (['similarity_group', 'Group'] as const);
  await scope.requireSameWorkspace(table, targets, job.workspace_id, { field: 'items', entityName });
  await requireItemsOfJob(trx, job, targets);
}

async function requireItemsOfJob(trx: Db, job: JobRow, targets: readonly string[]): Promise<void> {
  const uniqueTargets = [...new Set(targets)];
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from job_item where job_id = ${job.id} and ${sql.ref(getItemColumn(job))} = any(${uniqueTargets}::uuid[])`.execute(
    trx,
  );
  if ((rows[0]?.n ?? 0) < uniqueTargets.length) throw createFieldError('items', itemMessages.notInJob);
}

/**
 * Adds the label of the job to complete items. For groups, the label is added to their images, because groups have no labels.
 */
async function labelDoneItems(
  trx: Db,
  job: JobRow,
  label: ScopedRow<'recognition_label'>,
  doneTargets: readonly string[],
): Promise<void> {
  const imageIds = job.type === 'image' ? doneTargets : await listGroupImages(trx, doneTargets);
  await lockImages(trx, imageIds);
  await insertImageLabels(trx, job.workspace_id, imageIds, [
    { id: label.id, value: resolveLabelValue(label, undefined), isValueSent: false },
  ]);
  await syncFacets(trx, job.workspace_id, [{ target: 'image', ids: imageIds, kinds: ['image.label'], refs: [label.id] }]);
}

async function listGroupImages(trx: Db, groupIds: readonly string[]): Promise<string[]> {
  const rows = await trx.selectFrom('group_image').select('image_id').distinct().where('group_id', 'in', groupIds).execute();
  return rows.map((row) => row.image_id);
}
