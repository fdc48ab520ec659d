import type { ChangedKind } from '@console/shared-contract/api';
import { sql } from 'kysely';
import {
  deleteReferenceFacets,
  IMAGE_FACETS,
  IMAGE_FLAG_FACETS,
  OBJECT_FACETS,
  OBJECT_FLAG_FACETS,
  syncFacets,
  type FacetSync,
} from '../../../data-access/facets';
import type { Db } from '../../../platform/database/connection';
import type { RowValues } from './net-changes';

type ImageKind = Extract<FacetSync, { target: 'image' }>['kinds'][number];
type ObjectKind = Extract<FacetSync, { target: 'object' }>['kinds'][number];

/**
 * Tables that link an image to another row. A link sets search facets (entries of the search index) for the image and for its objects.
 * `ref` is the column with the id of the label, job or task.
 */
const IMAGE_LINKS: Partial<Record<ChangedKind, { image: ImageKind; objects?: ObjectKind; ref?: string }>> = {
  image_verification: { image: 'image.verified', objects: 'object.verified' },
  image_label: { image: 'image.label', ref: 'label_id' },
  group_image: { image: 'image.grouped' },
  job_item: { image: 'image.job', objects: 'object.job', ref: 'job_id' },
  detection_task_negative_image: { image: 'image.task_neg', objects: 'object.task_neg', ref: 'task_id' },
};
const OBJECT_LINKS: Partial<Record<ChangedKind, { kind: ObjectKind; ref?: string }>> = {
  object_label: { kind: 'object.label', ref: 'label_id' },
  group_object: { kind: 'object.grouped' },
};
/** Kinds of rows that facets refer to. Deleting such a row deletes its facets. */
const REFERENCED_KINDS: readonly ChangedKind[] = ['recognition_label', 'detection_label', 'detection_task', 'annotation_job'];

type RowWrite = 'inserted' | 'updated' | 'deleted';

/** Maximum number of collected ids in memory, per row of a batch. If there are more, they are moved to a temporary table. */
const MAX_IDS_PER_BATCH_ROW = 10;

interface CollectedFacets {
  syncs: FacetSync[];
  deletedSeqs: { images: number[]; objects: number[] };
}
const createEmptyFacets = (): CollectedFacets => ({ syncs: [], deletedSeqs: { images: [], objects: [] } });

/** Collects the search facets that the writes of an undo affect, and updates them at the end. */
export class FacetChanges {
  private collected = createEmptyFacets();
  private readonly deletedReferences: string[] = [];
  private storedCount = 0;

  constructor(
    private readonly trx: Db,
    private readonly workspaceId: string,
    private readonly batchSize: number,
  ) {}

  /** Adds the written rows of a table. For an update, pass the old and the new values of each row. */
  add(kind: ChangedKind, rowChange: RowWrite, rows: readonly RowValues[]): void {
    if (rows.length === 0) return;
    const imageLink = IMAGE_LINKS[kind];
    const objectLink = OBJECT_LINKS[kind];
    if (kind === 'training_image') this.addImages(rowChange, rows);
    else if (kind === 'detection_object') this.addObjects(rowChange, rows);
    else if (imageLink) {
      const ids = listColumnValues(rows, 'image_id');
      const refs = imageLink.ref ? { refs: listColumnValues(rows, imageLink.ref) } : {};
      this.collected.syncs.push({ target: 'image', ids, kinds: [imageLink.image], ...refs });
      if (imageLink.objects) this.collected.syncs.push({ target: 'objects of image', ids, kinds: [imageLink.objects], ...refs });
    } else if (objectLink) {
      const refs = objectLink.ref ? { refs: listColumnValues(rows, objectLink.ref) } : {};
      this.collected.syncs.push({
        target: 'object',
        ids: listColumnValues(rows, 'object_id'),
        kinds: [objectLink.kind],
        ...refs,
      });
    } else if (rowChange === 'deleted' && REFERENCED_KINDS.includes(kind))
      this.deletedReferences.push(...listColumnValues(rows, 'id'));
  }

  /** Adds the rows that are deleted by cascade when these rows are deleted. Call it before the deletion. */
  async addCascades(kind: ChangedKind, ids: readonly string[]): Promise<void> {
    if (kind === 'training_image' || kind === 'detection_label') {
      const column = kind === 'training_image' ? 'image_id' : 'detection_label_id';
      const { rows } = await sql<{ seq: number }>`
        select seq from detection_object where ${sql.ref(column)} = any(${ids}::uuid[])`.execute(this.trx);
      // Push one by one: a label can have millions of objects, and the number of arguments of a call is limited.
      for (const { seq } of rows) this.collected.deletedSeqs.objects.push(seq);
    }
    if (kind === 'similarity_group') {
      const images = await sql<RowValues>`select image_id from group_image where group_id = any(${ids}::uuid[])`.execute(
        this.trx,
      );
      const objects = await sql<RowValues>`select object_id from group_object where group_id = any(${ids}::uuid[])`.execute(
        this.trx,
      );
      this.add('group_image', 'deleted', images.rows);
      this.add('group_object', 'deleted', objects.rows);
    }
  }

  /** Moves the collected ids to a temporary table if there are many. */
  async limitMemory(): Promise<void> {
    const { syncs, deletedSeqs } = this.collected;
    const idLists = [...syncs.map(({ ids }) => ids), deletedSeqs.images, deletedSeqs.objects];
    const count = idLists.reduce((sum, { length }) => sum + length, 0);
    if (count > MAX_IDS_PER_BATCH_ROW * this.batchSize) await this.store();
  }

  async write(): Promise<void> {
    for (const id of this.deletedReferences) await deleteReferenceFacets(this.trx, this.workspaceId, id);
    if (this.storedCount === 0) return this.sync(this.collected);
    await this.store();
    // Each call of `sync` locks facets in the order of their keys. Lock all facets first, so that several calls cannot deadlock.
    await sql`
      select count(*) from (
        select 1 from facet where workspace_id = ${this.workspaceId} order by kind, ref, chunk for update) locked`.execute(
      this.trx,
    );
    for (let batchNumber = 1; batchNumber <= this.storedCount; batchNumber += 1) {
      const { rows } = await sql<{
        collected: CollectedFacets;
      }>`select collected from undo_facet where n = ${batchNumber}`.execute(this.trx);
      for (const { collected } of rows) await this.sync(collected);
    }
    await sql`drop table undo_facet`.execute(this.trx);
  }

  private sync({ syncs, deletedSeqs }: CollectedFacets): Promise<void> {
    return syncFacets(this.trx, this.workspaceId, syncs, deletedSeqs);
  }

  private async store(): Promise<void> {
    if (this.storedCount === 0)
      await sql`create temporary table undo_facet (n int, collected jsonb) on commit drop`.execute(this.trx);
    this.storedCount += 1;
    await sql`insert into undo_facet values (${this.storedCount}, ${JSON.stringify(this.collected)}::jsonb)`.execute(this.trx);
    this.collected = createEmptyFacets();
  }

  private addImages(rowChange: RowWrite, rows: readonly RowValues[]): void {
    const ids = listColumnValues(rows, 'id');
    if (rowChange === 'deleted') this.collected.deletedSeqs.images.push(...rows.map(({ seq }) => Number(seq)));
    else {
      const [image, object] = rowChange === 'inserted' ? [IMAGE_FACETS, OBJECT_FACETS] : [IMAGE_FLAG_FACETS, OBJECT_FLAG_FACETS];
      this.collected.syncs.push({ target: 'image', ids, kinds: image }, { target: 'objects of image', ids, kinds: object });
    }
  }

  private addObjects(rowChange: RowWrite, rows: readonly RowValues[]): void {
    const labels = listColumnValues(rows, 'detection_label_id');
    this.collected.syncs.push({
      target: 'image',
      ids: listColumnValues(rows, 'image_id'),
      kinds: ['image.object_label'],
      refs: labels,
    });
    if (rowChange === 'deleted') this.collected.deletedSeqs.objects.push(...rows.map(({ seq }) => Number(seq)));
    else if (rowChange === 'inserted')
      this.collected.syncs.push({ target: 'object', ids: listColumnValues(rows, 'id'), kinds: OBJECT_FACETS });
    else
      this.collected.syncs.push({
        target: 'object',
        ids: listColumnValues(rows, 'id'),
        kinds: ['object.detection_label'],
        refs: labels,
      });
  }
}

function listColumnValues(rows: readonly RowValues[], column: string): string[] {
  return [...new Set(rows.map((row) => row[column]).filter((value) => typeof value === 'string'))];
}
