import type { LabelledShapeChangeBody, LabelledShapeChanges, LabelledShapePreview } from '@console/shared-contract/api';
import { DOMAIN_SERVICES } from '@console/shared-contract/services';
import { NUMBERS_PER_SKELETON_POINT, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import { lockImages, lockReferencedRows } from '../../data-access/facets';
import { LABELLED_KINDS, listDomainKinds, type LabelledKind } from '../../data-access/shape-kinds/registry';
import { deleteFilesAfterCommit, type WriteContext } from '../../data-access/shapes/write-shape';
import type { Db } from '../../platform/database/connection';
import { findSegmentationLabels, requireListedShapes, selectShapes, type SelectedShape, type ShapeSelection } from './selection';

/** Maximum number of shapes per call with a filter, so that other users wait only briefly for the same images. */
const BATCH_SIZE = 500;
const EMPTY_PREVIEW: LabelledShapePreview = { matched: 0, changes: 0, images: 0, unfit: 0 };
const NO_CHANGES: LabelledShapeChanges = { changed: [], next: null, preview: null };

/** The new label, and the kinds of shapes that can have it. */
interface NewLabel {
  id: string;
  domain: LabelledKind['label']['domain'];
  /** Number of coordinates of a skeleton with this label; null if the label has no skeleton. */
  numbers: number | null;
}

/** Changes the label of shapes or deletes them, or counts what would change. */
export async function changeShapes(context: WriteContext, body: LabelledShapeChangeBody): Promise<LabelledShapeChanges> {
  const { db, scope } = context;
  const selection = body.filter
    ? await selectShapes(db, scope, body.filter)
    : await requireListedShapes(db, scope.resolveWorkspace().id, body.shapes ?? [], body.skip_gone);
  if (!selection) return { ...NO_CHANGES, preview: body.dry_run ? EMPTY_PREVIEW : null };
  const label = body.change === 'relabel' ? await findLabel(context, body.label ?? '', selection.workspaceId) : null;
  if (body.dry_run) {
    const { kinds, ...preview } = await previewChange(db, selection, label);
    requireServices(context, selection, kinds);
    return { ...NO_CHANGES, preview };
  }
  const batch = await readShapes(db, selection, body.filter ? { after: body.after ?? null } : null);
  requireServices(
    context,
    selection,
    batch.map(({ kind }) => kind),
  );
  const lastId = batch.at(-1)?.id;
  const nextPosition = body.filter && batch.length === BATCH_SIZE && lastId ? lastId : null;
  // Writers lock labels before images.
  if (label) await lockReferencedRows(db, `${label.domain}_label`, [label.id]);
  await lockImages(db, [...new Set(batch.map(({ image_id }) => image_id))]);
  // The filter runs again: only a new statement sees changes that were committed during the wait for the locks.
  const currentSelection = body.filter ? await selectShapes(db, scope, body.filter) : selection;
  const lockedShapes = currentSelection ? await readShapes(db, currentSelection, { ids: batch.map(({ id }) => id) }) : [];
  return { changed: await writeChange(context, selection.workspaceId, lockedShapes, label), next: nextPosition, preview: null };
}

/** Checks that the workspace has the services that the labels of these kinds require. */
function requireServices(
  { scope }: WriteContext,
  { workspaceId }: ShapeSelection,
  kinds: readonly SelectedShape['kind'][],
): void {
  const domains = new Set(LABELLED_KINDS.flatMap(({ name, label }) => (kinds.some((kind) => kind === name) ? label.domain : [])));
  for (const domain of domains) scope.requireWorkspace(workspaceId, DOMAIN_SERVICES[domain]);
}

async function findLabel({ db, scope }: WriteContext, id: string, workspaceId: string): Promise<NewLabel> {
  const domain = (await findSegmentationLabels(db, [id])).has(id) ? 'segmentation' : 'detection';
  const [row] = await scope.findRows(`${domain}_label`, [id], workspaceId, { field: 'label', entityName: 'Label' });
  const skeleton = row && 'skeleton' in row ? (row.skeleton as SkeletonTemplate | null) : null;
  return { id, domain, numbers: skeleton ? skeleton.points.length * NUMBERS_PER_SKELETON_POINT : null };
}

/** Reads the selected shapes: all, one batch by id, or those with the given ids that still match. */
async function readShapes(
  db: Db,
  { shapes, matches }: ShapeSelection,
  range: { after: string | null } | { ids: readonly string[] } | null = null,
): Promise<SelectedShape[]> {
  const isInRange = !range
    ? sql`true`
    : 'ids' in range
      ? sql`s.id = any(${range.ids}::uuid[])`
      : sql`(${range.after}::uuid is null or s.id > ${range.after}::uuid)`;
  const { rows } = await sql<SelectedShape>`
    select s.id, s.kind, s.image_id, s.label_id, s.numbers from ${shapes} s join training_image i on i.id = s.image_id
    where ${matches} and ${isInRange} order by s.id ${range && 'after' in range ? sql`limit ${BATCH_SIZE}` : sql``}`.execute(db);
  return rows;
}

const findKind = ({ kind }: SelectedShape): LabelledKind | undefined => LABELLED_KINDS.find(({ name }) => name === kind);

function canHaveLabel(shape: SelectedShape, label: NewLabel | null): boolean {
  if (!label) return true;
  return findKind(shape)?.label.domain === label.domain && (shape.numbers === null || shape.numbers === label.numbers);
}

const isAffected = (shape: SelectedShape, label: NewLabel | null): boolean =>
  canHaveLabel(shape, label) && shape.label_id !== label?.id;

/** Counts what a change would do, in the database: a filter can match millions of shapes. Also returns the kinds of the shapes. */
async function previewChange(
  db: Db,
  { shapes, matches }: ShapeSelection,
  label: NewLabel | null,
): Promise<LabelledShapePreview & { kinds: SelectedShape['kind'][] }> {
  const kinds = label ? listDomainKinds(label.domain).map(({ name }) => name) : [];
  // The conditions must select the same shapes as `canHaveLabel` and `isAffected`.
  const isLabelAllowed = label
    ? sql`(s.kind = any(${kinds}::text[]) and (s.numbers is null or s.numbers is not distinct from ${label.numbers}::int))`
    : sql`true`;
  const isChanged = label ? sql`(${isLabelAllowed} and s.label_id <> ${label.id}::uuid)` : sql`true`;
  const { rows } = await sql<LabelledShapePreview & { kinds: SelectedShape['kind'][] }>`
    select count(*)::int as matched, (count(*) filter (where ${isChanged}))::int as changes,
      (count(distinct s.image_id) filter (where ${isChanged}))::int as images,
      (count(*) filter (where not ${isLabelAllowed}))::int as unfit, coalesce(array_agg(distinct s.kind), '{}') as kinds
    from ${shapes} s join training_image i on i.id = s.image_id where ${matches}`.execute(db);
  return rows[0] ?? { ...EMPTY_PREVIEW, kinds: [] };
}

/** Returns the ids of the changed shapes. */
async function writeChange(
  context: WriteContext,
  workspaceId: string,
  shapes: readonly SelectedShape[],
  label: NewLabel | null,
): Promise<string[]> {
  const { db, scope } = context;
  const changedIds: string[] = [];
  const orphanedFiles: string[] = [];
  // Objects are changed last, because this locks search facets (entries of the search index), which every writer locks last.
  for (const kind of LABELLED_KINDS.toReversed()) {
    const ids = shapes.filter((shape) => shape.kind === kind.name && isAffected(shape, label)).map(({ id }) => id);
    if (ids.length === 0) continue;
    const writeScope = scope.toWriteScope();
    const result = label ? await kind.relabelShapes(db, writeScope, ids, label.id) : await kind.deleteShapes(db, writeScope, ids);
    changedIds.push(...result.outcomes.flatMap((outcome) => ('id' in outcome ? outcome.id : [])));
    orphanedFiles.push(...result.orphanedFiles);
  }
  deleteFilesAfterCommit(context, orphanedFiles);
  context.reportChangedIds(new Map([[workspaceId, changedIds]]));
  return changedIds;
}
