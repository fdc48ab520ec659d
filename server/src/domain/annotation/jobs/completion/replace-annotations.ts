import type { AnnotationSource } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { lockImages, lockReferencedRows, syncFacets } from '../../../../data-access/facets';
import { objectKind } from '../../../../data-access/shape-kinds/object';
import { SHAPE_KINDS } from '../../../../data-access/shape-kinds/registry';
import type { AnyShapeKind, ShapeDetails } from '../../../../data-access/shapes/define-kind';
import { withoutLimits } from '../../../../platform/access/job-access';
import { createWriteScope, type WriteScope } from '../../../../platform/access/scope';
import type { Db } from '../../../../platform/database/connection';
import { resolveLabelValue } from '../../../recognition/images/labels';
import { replaceImageLabels, replaceObjectLabels, type ReplacementLabel } from './replace-labels';
import type { SnapshotShape } from '../work/compare';
import type { JobRow } from '../items/items';
import { selectImageShapes } from '../work/snapshots';

/**
 * A shape of a user's layer (the user's own annotations of an item), or of a snapshot of it. Snapshots do not have the optional
 * fields.
 */
export interface ReplacementShape extends SnapshotShape {
  labels: readonly ReplacementLabel[];
  /** Only points have a name. */
  name?: string | null | undefined;
  meta_data?: unknown;
  /** Absent if a user has drawn the shape. */
  source?: AnnotationSource | undefined;
}

/** The new labels and shapes of an image. */
export interface ReplacementAnnotations {
  labels: readonly ReplacementLabel[];
  shapes: readonly ReplacementShape[];
}

interface ImageReplacement {
  imageId: string;
  work: ReplacementAnnotations;
}

interface CurrentShape extends SnapshotShape {
  id: string;
  image: string;
  /** Null for a kind without metadata. */
  meta_data: object | null;
}

/**
 * Replaces the labels and shapes of images of a job with the given labels and shapes. Undo of the user's action also reverts this change.
 * Closes the items: they count as complete, and their images get the label of the job. Shapes with the same kind, label and geometry keep
 * their ids. The author of other shapes is the user. Deleted labels and their shapes are left out. The job must be locked. Returns the keys
 * of files that no row refers to once the transaction has committed. Callers must not lock other rows afterwards, because search facets
 * (entries of the search index) are always locked last.
 */
export async function replaceAnnotations(
  trx: Db,
  job: JobRow,
  replacements: readonly ImageReplacement[],
  userId: string,
): Promise<string[]> {
  if (replacements.length === 0) return [];
  return withoutLimits(trx, async () => {
    const imageIds = replacements.map(({ imageId }) => imageId);
    const existingLabelIds = await lockLabels(trx, job, replacements);
    await lockImages(trx, imageIds);
    await sql`
      update job_item set adopted = clock_timestamp()
      where job_id = ${job.id} and image_id = any(${imageIds}::uuid[])`.execute(trx);
    const currentShapes = await readShapes(trx, imageIds);
    const writeScope = createWriteScope(job.workspace_id, userId);
    const plans = replacements.flatMap(({ imageId, work }) =>
      planShapes(
        imageId,
        work.shapes.filter(({ label }) => label === null || existingLabelIds.has(label)),
        currentShapes.filter(({ image }) => image === imageId),
      ),
    );
    const orphanedFiles: string[] = [];
    // Objects are written last, because writing them locks search facets, which are always locked last.
    for (const kind of [...SHAPE_KINDS.filter((shapeKind) => shapeKind !== objectKind), objectKind])
      orphanedFiles.push(
        ...(await writeKind(
          trx,
          writeScope,
          kind,
          plans.filter((plan) => (plan.replacement ?? plan.current)?.kind === kind.name),
        )),
      );
    const filterExistingLabels = (newLabels: readonly ReplacementLabel[]) =>
      newLabels.filter(({ label }) => existingLabelIds.has(label));
    const objectSyncs = await replaceObjectLabels(
      trx,
      job.workspace_id,
      plans.flatMap(({ id, replacement }) =>
        id !== undefined && replacement?.kind === 'object' ? { owner: id, labels: filterExistingLabels(replacement.labels) } : [],
      ),
    );
    const doneLabel = await readDoneLabel(trx, job);
    const imageSyncs = await replaceImageLabels(
      trx,
      job.workspace_id,
      replacements.map(({ imageId, work }) => ({ owner: imageId, labels: filterExistingLabels(work.labels) })),
      doneLabel,
    );
    await clearOrigins(trx, job.workspace_id, imageIds);
    await syncFacets(trx, job.workspace_id, [...objectSyncs, ...imageSyncs]);
    return orphanedFiles;
  });
}

/** Removes the origin "model" from all annotations of the images, because the users have now reviewed them (ADR 0129). */
async function clearOrigins(trx: Db, workspaceId: string, imageIds: readonly string[]): Promise<void> {
  for (const table of [...SHAPE_KINDS.map((kind) => kind.table), 'image_label'])
    await sql`
      update ${sql.table(table)} set model_id = null, score = null
      where workspace_id = ${workspaceId} and image_id = any(${imageIds}::uuid[]) and model_id is not null`.execute(trx);
}

/** Locks the labels of all kinds that the work refers to. Returns the ids of those that still exist in the workspace of the job. */
async function lockLabels(trx: Db, job: JobRow, replacements: readonly ImageReplacement[]): Promise<ReadonlySet<string>> {
  const ids = new Set(
    replacements.flatMap(({ work }) => [
      ...[...work.labels, ...work.shapes.flatMap((shape) => shape.labels)].map(({ label }) => label),
      ...work.shapes.flatMap(({ label }) => label ?? []),
    ]),
  );
  if (job.mark_done_label_id) ids.add(job.mark_done_label_id);
  const tables = ['recognition_label', 'detection_label', 'segmentation_label'] as const;
  for (const table of tables) await lockReferencedRows(trx, table, [...ids]);
  const isUsable = sql`id = any(${[...ids]}::uuid[]) and workspace_id = ${job.workspace_id}`;
  const { rows } = await sql<{ id: string }>`
    select id from recognition_label where ${isUsable}
    union all select id from detection_label where ${isUsable}
    union all select id from segmentation_label where ${isUsable}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

async function readShapes(trx: Db, imageIds: readonly string[]): Promise<CurrentShape[]> {
  const { rows } = await sql<CurrentShape>`
    select i.image_id as image, s.* from unnest(${imageIds}::uuid[]) as i(image_id) cross join lateral (${selectImageShapes}) s`.execute(
    trx,
  );
  return rows;
}

/** A shape that is created, retained or deleted. `id` is the id of its row; a new shape gets an id when it is written. */
interface PlannedShape {
  image: string;
  id: string | undefined;
  current: CurrentShape | undefined;
  replacement: ReplacementShape | undefined;
}

/** Returns a key that is equal for shapes with the same kind, label and geometry. */
export const toGeometryKey = ({ kind, label, name, data, rotated_box, mask }: Omit<ReplacementShape, 'labels'>): string =>
  JSON.stringify([kind, label, label === null ? name : null, data, rotated_box ?? null, mask ? [mask.size, mask.counts] : null]);

function planShapes(
  imageId: string,
  replacements: readonly ReplacementShape[],
  currentShapes: readonly CurrentShape[],
): PlannedShape[] {
  const unmatched = new Map<string, CurrentShape[]>();
  for (const shape of currentShapes) {
    const key = toGeometryKey(shape);
    unmatched.set(key, [...(unmatched.get(key) ?? []), shape]);
  }
  const replacementPlans = replacements.map((shape): PlannedShape => {
    const match = unmatched.get(toGeometryKey(shape))?.shift();
    return { image: imageId, id: match?.id, current: match, replacement: shape };
  });
  const deletionPlans = [...unmatched.values()]
    .flat()
    .map((shape) => ({ image: imageId, id: shape.id, current: shape, replacement: undefined }));
  return [...replacementPlans, ...deletionPlans];
}

/** Writes the planned shapes of one kind, and sets the ids of new ones. Returns the keys of orphaned files. */
async function writeKind(trx: Db, scope: WriteScope, kind: AnyShapeKind, plans: readonly PlannedShape[]): Promise<string[]> {
  const deletedIds = plans.flatMap(({ id, replacement }) => (replacement || id === undefined ? [] : id));
  const { orphanedFiles } =
    deletedIds.length > 0 ? await kind.deleteShapes(trx, scope, deletedIds) : { orphanedFiles: [] as string[] };
  const changedDetails = new Map<string, ShapeDetails>();
  for (const { id, current, replacement } of plans) {
    const details = current && replacement ? listChangedDetails(current, replacement) : {};
    if (id !== undefined && Object.keys(details).length > 0) changedDetails.set(id, details);
  }
  if (changedDetails.size > 0) await kind.changeDetails(trx, scope, changedDetails);
  const newPlans = plans.filter(({ id }) => id === undefined);
  if (newPlans.length === 0) return orphanedFiles;
  const outcomes = await kind.createImported(
    trx,
    scope,
    newPlans.flatMap(({ image, replacement }) => (replacement ? [{ image, ...toImportedShape(replacement) }] : [])),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if ('rejected' in outcome) throw outcome.rejected;
    if ('id' in outcome) newPlans[index]!.id = outcome.id;
  }
  return orphanedFiles;
}

const toImportedShape = ({ label, name, data, rotated_box, mask, meta_data, attributes, source }: ReplacementShape) => ({
  label: label ?? name ?? '',
  data: [...data],
  meta_data,
  attributes: attributes ?? undefined,
  source,
  rotatedBox: rotated_box ? [...rotated_box] : undefined,
  mask: mask ?? undefined,
});

/** Returns the details of a replacement shape that differ from the current shape. Details that the work does not contain stay unchanged. */
function listChangedDetails(currentShape: CurrentShape, { attributes, meta_data: metaData }: ReplacementShape): ShapeDetails {
  const hasNewAttributes = attributes && !isEqualJson(attributes, currentShape.attributes ?? {});
  const hasNewMetaData = currentShape.meta_data && isRecord(metaData) && !isEqualJson(metaData, currentShape.meta_data);
  return { ...(hasNewAttributes && { attributes }), ...(hasNewMetaData && { meta_data: metaData }) };
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isEqualJson = (a: object, b: object): boolean => {
  const toSortedJson = (value: object) => JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return toSortedJson(a) === toSortedJson(b);
};

async function readDoneLabel(trx: Db, { mark_done_label_id: id }: JobRow): Promise<ReplacementLabel | null> {
  if (!id) return null;
  const label = await trx.selectFrom('recognition_label').selectAll().where('id', '=', id).executeTakeFirst();
  return label ? { label: label.id, value: resolveLabelValue(label, undefined) } : null;
}
