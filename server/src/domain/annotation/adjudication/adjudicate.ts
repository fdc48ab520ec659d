import type { AdjudicatedBatch, Adjudication, CallBodyParsed, apiCalls } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import type { TransactionHooks } from '../../../platform/database/transaction';
import { createFieldError, createVersionConflict } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { findReferencedRow } from '../../../data-access/rows/references';
import { LABELLED_KINDS } from '../../../data-access/shape-kinds/registry';
import { deleteFilesAfterCommit } from '../../../data-access/shapes/write-shape';
import type { MergeableLabel } from '../../quality/merge/cluster-shapes';
import { resolveLabelValue } from '../../recognition/images/labels';
import { replaceAnnotations } from '../jobs/completion/replace-annotations';
import type { JobRow } from '../jobs/items/items';
import { proposeDecision, resolveChoice, type AdjudicationDecision } from './decision';
import { selectDisputed } from './disputed-items';
import { findItem, readItemDetails, readLabelNames, readMergedItems, type MergedItem } from './item-layers';
import { messages } from './messages';

type Calls = typeof apiCalls;
type AdjudicateBody = CallBodyParsed<Calls['POST /annotate/v2/imagejob/{id}/adjudicate']>;
type MatchingBody = CallBodyParsed<Calls['POST /annotate/v2/imagejob/{id}/adjudicate-matching']>;

type EditedShape = Extract<AdjudicateBody['shapes'][number], { from: 'edited' }>['shape'];

/** Maximum number of items that one bulk call decides. */
const BATCH_SIZE = 50;

interface WriteContext extends Pick<TransactionHooks, 'afterCommit'> {
  db: Db;
  scope: Scope;
  files: FileStore;
}

interface DecidedItem {
  item: MergedItem;
  decision: AdjudicationDecision;
}

/**
 * Replaces the labels and shapes of an image with those that the reviewer has chosen. The job must be locked. Throws 400 while
 * users still work on the item, because their work would replace the decision. Throws 409 with the current state if users or
 * another reviewer have changed the item since it was read.
 */
export async function adjudicateItem(context: WriteContext, job: JobRow, body: AdjudicateBody): Promise<Adjudication> {
  const { db, scope } = context;
  const image = await findReferencedRow(scope, 'training_image', body.item, job.workspace_id, {
    field: 'item',
    entityName: 'Image',
  });
  const mergedItem = await findItem(db, job, image.id);
  if (!mergedItem) throw createFieldError('item', messages.noAnnotatorWork);
  if (mergedItem.version !== body.version) throw createVersionConflict(await readItemDetails(db, mergedItem));
  if (!mergedItem.isDone) throw createFieldError('item', messages.notDoneByAll);
  const decision = resolveChoice(mergedItem, body);
  const editedShapes = body.shapes.flatMap((choice) => (choice.from === 'edited' ? [choice.shape] : []));
  await requireValidLabels(scope, job, [...body.labels, ...editedShapes.flatMap((shape) => shape.labels)]);
  await requireShapeLabels(scope, job, editedShapes);
  await storeDecisions(context, job, [{ item: mergedItem, decision }]);
  const decidedItem = await findItem(db, job, image.id);
  if (!decidedItem?.decision) throw new Error('the decision was not stored');
  return decidedItem.decision;
}

/** Accepts the majority result for the next items without ties. With `dry_run`, only counts them. The job must be locked. */
export async function adjudicateMatching(
  context: WriteContext,
  job: JobRow,
  { dry_run: isDryRun, after }: MatchingBody,
): Promise<AdjudicatedBatch> {
  const { db } = context;
  const { from, where } = selectDisputed(job);
  const { rows } = await sql<{ id: string; position: string }>`
    select i.id, i.position::text as position from ${from}
    where ${sql.join(where, sql` and `)} ${after ? sql`and i.position > ${after}::bigint` : sql``}
    order by i.position limit ${BATCH_SIZE + 1}`.execute(db);
  const batch = rows.slice(0, BATCH_SIZE);
  const items = await readMergedItems(
    db,
    batch.map(({ id }) => id),
  );
  const labelNames = await readLabelNames(db, items);
  const decidedItems = items.flatMap((item): DecidedItem[] => {
    const decision = proposeDecision(item, labelNames);
    return decision ? [{ item, decision }] : [];
  });
  if (!isDryRun) await storeDecisions(context, job, decidedItems);
  return {
    adjudicated: decidedItems.map(({ item }) => item.image),
    shapes: decidedItems.reduce((sum, { decision }) => sum + decision.shapes.length, 0),
    ties: items.length - decidedItems.length,
    next: rows.length > batch.length ? (batch.at(-1)?.position ?? null) : null,
  };
}

/** Throws 404 or 400 unless the labels belong to the workspace of the job and the values are in their range. */
async function requireValidLabels(scope: Scope, job: JobRow, labels: readonly MergeableLabel[]): Promise<void> {
  const ids = [...new Set(labels.map(({ label }) => label))];
  const rows = await scope.findRows('recognition_label', ids, job.workspace_id, { field: 'labels', entityName: 'Label' });
  const labelById = new Map(rows.map((row) => [row.id, row]));
  for (const { label, value } of labels) {
    const row = labelById.get(label);
    if (row) resolveLabelValue(row, value);
  }
}

/** Throws 404 or 400 if a shape that needs a label has no label, or a label of another workspace. Shapes without a label would be lost. */
async function requireShapeLabels(scope: Scope, job: JobRow, shapes: readonly EditedShape[]): Promise<void> {
  for (const { name, label } of LABELLED_KINDS) {
    const ids = shapes.filter(({ kind }) => kind === name).map((shape) => shape.label ?? null);
    if (ids.includes(null)) throw createFieldError('shapes', messages.shapeWithoutLabel);
    const options = { field: 'shapes', entityName: 'Label' };
    await scope.requireSameWorkspace(label.table, [...new Set(ids.flatMap((id) => id ?? []))], job.workspace_id, options);
  }
}

/** Returns the source of a label, such as a model, if all users who have set the label to this value have the same source. */
function findLabelSource({ layers }: MergedItem, { label, value }: MergeableLabel): MergeableLabel['source'] {
  const matchingLabels = layers.flatMap((layer) =>
    layer.labels.filter((layerLabel) => layerLabel.label === label && layerLabel.value === value),
  );
  return matchingLabels.every(({ source }) => source === matchingLabels[0]?.source) ? matchingLabels[0]?.source : undefined;
}

async function storeDecisions(context: WriteContext, job: JobRow, decidedItems: readonly DecidedItem[]): Promise<void> {
  const { db, scope } = context;
  if (decidedItems.length === 0) return;
  await storeAdjudications(
    db,
    job,
    decidedItems.map(({ item, decision }) => ({
      item_id: item.id,
      user_id: scope.caller.id,
      from_users: decision.fromUsers,
      from_proposal: decision.fromProposal,
      edited: decision.edited,
    })),
  );
  const replacements = decidedItems.map(({ item, decision: { labels, shapes } }) => ({
    imageId: item.image,
    work: { labels: labels.map((label) => ({ ...label, source: findLabelSource(item, label) })), shapes },
  }));
  deleteFilesAfterCommit(context, await replaceAnnotations(db, job, replacements, scope.caller.id));
}

interface AdjudicationRow {
  item_id: string;
  user_id: string;
  /** Number of shapes in the result, by the user who has drawn them. */
  from_users?: Readonly<Record<string, number>>;
  from_proposal?: number;
  edited?: number;
}

/** Records who has decided on items of a job. Replaces previous decisions. */
export async function storeAdjudications(db: Db, job: JobRow, rows: readonly AdjudicationRow[]): Promise<void> {
  await db
    .insertInto('item_adjudication')
    .values(
      rows.map(({ from_users = {}, from_proposal = 0, edited = 0, ...row }) => ({
        ...row,
        job_id: job.id,
        workspace_id: job.workspace_id,
        from_users: JSON.stringify(from_users),
        from_proposal,
        edited,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('item_id').doUpdateSet((row) => ({
        user_id: row.ref('excluded.user_id'),
        created: sql<Date>`clock_timestamp()`,
        from_users: row.ref('excluded.from_users'),
        from_proposal: row.ref('excluded.from_proposal'),
        edited: row.ref('excluded.edited'),
      })),
    )
    .execute();
}
