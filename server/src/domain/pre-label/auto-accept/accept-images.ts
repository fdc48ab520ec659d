import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { lockImages, lockReferencedRows, syncFacets } from '../../../data-access/facets';
import { objectKind } from '../../../data-access/shape-kinds/object';
import { createWriteScope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { insertItems } from '../../annotation/jobs/items/items';
import { findErrors } from '../../quality/rules/find-errors';
import { listVerificationSyncs } from '../../recognition/images/verify';
import { addLabels } from '../annotations/add-labels';
import { CAN_BE_PRE_LABELLED } from '../annotations/candidates';
import type { PreLabelTarget } from '../annotations/plan';
import { acceptanceMessages } from './acceptance-messages';
import { listReferenceImages, planAcceptance, type QualifiedImage } from './plan-acceptance';
import { readAudit, type StoredAudit } from './read-audit';

interface AcceptanceRequest {
  run: string;
  imageIds: readonly string[];
  targetError: number;
  /** The dataset version that the model was trained on. Null for an externally trained model. */
  dataset: string | null;
  workspaceId: string;
  userId: string | null;
}

/**
 * Adds the predictions for images that qualify, and accepts them without a review. For the audit, a random sample of these images gets
 * no predictions and becomes a job, so that users annotate the images without seeing predictions. Images that violate a rule with
 * severity "error" are not accepted. Throws if an earlier audit or the number of images forbids the acceptance.
 */
export async function acceptImages(
  trx: Db,
  target: PreLabelTarget,
  { run, imageIds, targetError, dataset, workspaceId, userId }: AcceptanceRequest,
): Promise<{ accepted: number; audited: number }> {
  const { domain, task, model } = target;
  if (userId === null) throw new Error(acceptanceMessages.noUser);
  const labelIds = target.labels.map(({ id }) => id);
  await lockReferencedRows(trx, `${domain}_label`, labelIds);
  await lockImages(trx, imageIds);
  const { rows } = await sql<{ id: string }>`
    select i.id from training_image i where i.id = any(${imageIds}::uuid[]) and ${CAN_BE_PRE_LABELLED} order by i.id`.execute(
    trx,
  );
  const plan = await planAcceptance(trx, target, {
    images: rows.map(({ id }) => id),
    references: await listReferenceImages(trx, target, { workspaceId, dataset }),
    targetError,
    audit: await readAudit(trx, domain, task, model),
  });
  if (plan.problem) throw new Error(acceptanceMessages.problems[plan.problem]);
  const shuffled = await shuffleImages(trx, plan.qualified);
  const [auditSample, acceptedImages] = [shuffled.slice(0, plan.auditSize), shuffled.slice(plan.auditSize)];
  const job = await createAuditJob(trx, target, { images: auditSample.map(({ image }) => image), workspaceId, userId });
  const audit: StoredAudit = {
    labels: labelIds,
    images: Object.fromEntries(auditSample.map(({ image, answer }) => [image, answer])),
  };
  await trx
    .insertInto('auto_acceptance')
    .values({
      workspace_id: workspaceId,
      run_id: run,
      model_id: model,
      job_id: job,
      target_error: targetError,
      expected_error: plan.expectedError ?? 0,
      audit: JSON.stringify(audit),
    })
    .execute();
  const ids = acceptedImages.map(({ image }) => image);
  if (domain === 'recognition') {
    await addLabels(
      trx,
      workspaceId,
      model,
      acceptedImages.flatMap(({ labels }) => labels),
    );
  } else {
    await objectKind.createImported(
      trx,
      createWriteScope(workspaceId, userId),
      acceptedImages.flatMap(({ shapes }) => shapes),
    );
  }
  const errors = await findErrors(trx, workspaceId, ids);
  const validIds = ids.filter((id) => !errors.has(id));
  await insertAcceptances(trx, validIds, { model, workspaceId, userId });
  return { accepted: validIds.length, audited: auditSample.length };
}

/** Returns the images in a random order. */
async function shuffleImages(db: Db, images: readonly QualifiedImage[]): Promise<QualifiedImage[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${images.map(({ image }) => image)}::uuid[]) as t(id) order by random()`.execute(db);
  const imageById = new Map(images.map((shuffledImage) => [shuffledImage.image, shuffledImage]));
  return rows.flatMap(({ id }) => imageById.get(id) ?? []);
}

async function createAuditJob(
  trx: Db,
  { domain, task, model }: PreLabelTarget,
  { images, workspaceId, userId }: { images: readonly string[]; workspaceId: string; userId: string },
): Promise<string> {
  const { rows } = await sql<{ task: string; number: number }>`
    select t.name as task, m.number from ${sql.table(`${domain}_model`)} m join ${sql.table(`${domain}_task`)} t on t.id = m.task_id
    where m.id = ${model}`.execute(trx);
  const name = acceptanceMessages.jobName(rows[0]?.number ?? 0, rows[0]?.task ?? '');
  const job = await trx
    .insertInto('annotation_job')
    .values({
      workspace_id: workspaceId,
      created_by: userId,
      type: 'image',
      blind: true,
      name: name.slice(0, NAME_LENGTH.max),
      instructions: acceptanceMessages.instructions(rows[0]?.task ?? ''),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (domain === 'recognition')
    await trx.insertInto('job_recognition_task').values({ job_id: job.id, task_id: task, workspace_id: workspaceId }).execute();
  await insertItems(trx, job, images);
  return job.id;
}

/** Marks locked, unverified images as accepted. Records no event, because no user has verified the images. */
async function insertAcceptances(
  trx: Db,
  imageIds: readonly string[],
  { model, workspaceId, userId }: { model: string; workspaceId: string; userId: string },
): Promise<void> {
  await sql`
    insert into image_verification (workspace_id, image_id, user_id, model_id)
    select ${workspaceId}, image_id, ${userId}, ${model} from unnest(${imageIds}::uuid[]) as image_id`.execute(trx);
  await syncFacets(trx, workspaceId, listVerificationSyncs(imageIds));
}
