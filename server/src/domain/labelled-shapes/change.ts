import type { LabelledShapeChangeBody, LabelledShapeChanges } from '@console/shared-contract/api';
import { SKELETON_POINT_NUMBERS, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import { lockImages, lockReferencedRows } from '../../data-access/facets';
import { LABELLED_KINDS, type LabelledKind } from '../../data-access/shape-kinds/registry';
import { deleteFilesAfterCommit, type WriteContext } from '../../data-access/shapes/write-shape';
import type { Db } from '../../platform/database/connection';
import {
  findSegmentationLabels,
  requireListedShapes,
  selectShapes,
  SERVICES,
  type SelectedShape,
  type ShapeSelection,
} from './selection';

/** Maximum number of shapes per call with a filter, so that others wait only briefly for the same images. */
const BATCH_SIZE = 500;
const UNCHANGED: LabelledShapeChanges = { changed: [], next: null, preview: null };

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
  if (!selection) return { ...UNCHANGED, preview: body.dry_run ? { matched: 0, changes: 0, images: 0, unfit: 0 } : null };
  const label = body.change === 'relabel' ? await findLabel(context, body.label ?? '', selection.workspaceId) : null;
  const isBatch = body.filter !== undefined && !body.dry_run;
  const batch = await readShapes(db, selection, isBatch ? { after: body.after ?? null } : null);
  const domains = new Set(batch.flatMap((shape) => findKind(shape)?.label.domain ?? []));
  for (const domain of domains) scope.requireWorkspace(selection.workspaceId, SERVICES[domain]);
  if (body.dry_run) return { ...UNCHANGED, preview: previewChange(batch, label) };
  const lastId = batch.at(-1)?.id;
  const next = body.filter && batch.length === BATCH_SIZE && lastId ? lastId : null;
  // Writers lock labels before images.
  if (label) await lockReferencedRows(db, `${label.domain}_label`, [label.id]);
  await lockImages(db, [...new Set(batch.map(({ image_id }) => image_id))]);
  // Apply the filter again: only a new statement sees what others committed during the wait for the locks.
  const locked = await readShapes(db, selection, { ids: batch.map(({ id }) => id) });
  return { changed: await writeChange(context, selection.workspaceId, locked, label), next, preview: null };
}

async function findLabel({ db, scope }: WriteContext, id: string, workspaceId: string): Promise<NewLabel> {
  const domain = (await findSegmentationLabels(db, [id])).has(id) ? 'segmentation' : 'detection';
  const [row] = await scope.findRows(`${domain}_label`, [id], workspaceId, { field: 'label', entityName: 'Label' });
  const skeleton = row && 'skeleton' in row ? (row.skeleton as SkeletonTemplate | null) : null;
  return { id, domain, numbers: skeleton ? skeleton.points.length * SKELETON_POINT_NUMBERS : null };
}

/** Reads the selected shapes: all, one batch by id, or those with the given ids that still match. */
async function readShapes(
  db: Db,
  { shapes, matches }: ShapeSelection,
  part: { after: string | null } | { ids: readonly string[] } | null = null,
): Promise<SelectedShape[]> {
  const isInPart = !part
    ? sql`true`
    : 'ids' in part
      ? sql`s.id = any(${part.ids}::uuid[])`
      : sql`(${part.after}::uuid is null or s.id > ${part.after}::uuid)`;
  const { rows } = await sql<SelectedShape>`
    select s.id, s.kind, s.image_id, s.label_id, s.numbers from ${shapes} s join training_image i on i.id = s.image_id
    where ${matches} and ${isInPart} order by s.id ${part && 'after' in part ? sql`limit ${BATCH_SIZE}` : sql``}`.execute(db);
  return rows;
}

const findKind = ({ kind }: SelectedShape): LabelledKind | undefined => LABELLED_KINDS.find(({ name }) => name === kind);

function isFit(shape: SelectedShape, label: NewLabel | null): boolean {
  if (!label) return true;
  return findKind(shape)?.label.domain === label.domain && (shape.numbers === null || shape.numbers === label.numbers);
}

const isAffected = (shape: SelectedShape, label: NewLabel | null): boolean => isFit(shape, label) && shape.label_id !== label?.id;

function previewChange(shapes: readonly SelectedShape[], label: NewLabel | null): LabelledShapeChanges['preview'] {
  const affected = shapes.filter((shape) => isAffected(shape, label));
  return {
    matched: shapes.length,
    changes: affected.length,
    images: new Set(affected.map(({ image_id }) => image_id)).size,
    unfit: shapes.filter((shape) => !isFit(shape, label)).length,
  };
}

/** Returns the ids of the changed shapes. */
async function writeChange(
  context: WriteContext,
  workspaceId: string,
  shapes: readonly SelectedShape[],
  label: NewLabel | null,
): Promise<string[]> {
  const { db, scope } = context;
  const changed: string[] = [];
  const orphanedFiles: string[] = [];
  // Objects are last, because they lock their facets until the transaction ends.
  for (const kind of LABELLED_KINDS.toReversed()) {
    const ids = shapes.filter((shape) => shape.kind === kind.name && isAffected(shape, label)).map(({ id }) => id);
    if (ids.length === 0) continue;
    const writeScope = scope.toWriteScope();
    const result = label ? await kind.relabelShapes(db, writeScope, ids, label.id) : await kind.deleteShapes(db, writeScope, ids);
    changed.push(...result.outcomes.flatMap((outcome) => ('id' in outcome ? outcome.id : [])));
    orphanedFiles.push(...result.orphanedFiles);
  }
  deleteFilesAfterCommit(context, orphanedFiles);
  context.reportChangedIds(new Map([[workspaceId, changed]]));
  return changed;
}
