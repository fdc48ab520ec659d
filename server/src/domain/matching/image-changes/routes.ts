import type { ImageChangeBody, ImageChanges } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { listFirstSeqs, lockReferencedRows } from '../../../data-access/facets';
import { deleteFilesAfterCommit } from '../../../data-access/shapes/write-shape';
import { findExistingIds } from '../../../data-access/rows/bulk-locks';
import type { Scope, ScopedTable } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { getChangeAudit } from '../../../platform/http/route/record-call';
import { route } from '../../../platform/http/route/route';
import { findJob } from '../../annotation/jobs/write';
import { lockMatchingImages } from '../../recognition/images/lock-matching';
import { deleteImages } from '../../recognition/images/write';
import { changeKinds, type PreparedChange } from './change-kinds';
import { previewChange } from './preview';
import { selectImages, toImageCondition, type ImageSelection } from './selection';

/** Maximum number of images per call with a filter, so that other users wait only briefly for the same images. */
const BATCH_SIZE = 500;
const NO_CHANGES: ImageChanges = { changed: [], next: null };

/** Binds the call that changes many images and returns their ids. */
export function bindImageChangeRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /recognition/v2/training-image/change',
    { audit: (body: ImageChangeBody) => (body.dry_run ? null : getChangeAudit(body)) },
    async ({ body, db, scope, user, files, afterCommit, reportChangedIds }) => {
      const selection = await selectImages(db, scope, body);
      if (!selection) return { ...NO_CHANGES, preview: null };
      const change = await prepareChange(db, scope, body, selection.workspaceId, user.id);
      if (body.dry_run) return { ...NO_CHANGES, preview: await previewChange(db, change, await toImageCondition(db, selection)) };
      const { ids, next } = await lockSelection(db, scope, selection, body);
      const orphanedFiles: string[] = [];
      const changedIds = await applyChange(db, change, ids, (keys) => orphanedFiles.push(...keys));
      deleteFilesAfterCommit({ files, afterCommit }, orphanedFiles);
      reportChangedIds(new Map([[selection.workspaceId, changedIds]]));
      return { changed: changedIds, next };
    },
  );
}

/** Checks the service of the change, and finds and locks the rows that it refers to. All writers lock these rows before images. */
async function prepareChange(
  db: Db,
  scope: Scope,
  body: ImageChangeBody,
  workspaceId: string,
  userId: string,
): Promise<PreparedChange> {
  if (body.change !== 'delete') scope.requireWorkspace(workspaceId, changeKinds[body.change].service);
  const lockReference = async (table: ScopedTable, field: 'label' | 'job' | 'group', entityName: string) => {
    const id = body[field];
    if (id === undefined) return undefined;
    await scope.requireSameWorkspace(table, [id], workspaceId, { field, entityName });
    await lockReferencedRows(db, table, [id]);
    return id;
  };
  const label = await lockReference('recognition_label', 'label', 'Label');
  const job = await lockReference('annotation_job', 'job', 'Job');
  const group = await lockReference('similarity_group', 'group', 'Group');
  return {
    body,
    workspaceId,
    userId,
    scope,
    label: label === undefined ? null : await scope.findRow('recognition_label', label, { entityName: 'Label' }),
    job: job === undefined ? null : await findJob(scope, 'image', job),
    group: group === undefined ? null : await scope.findRow('similarity_group', group, { entityName: 'Group' }),
  };
}

interface LockedSelection {
  ids: string[];
  /** With a filter: the position of the next batch; null after the last batch. */
  next: string | null;
}

async function lockSelection(
  db: Db,
  scope: Scope,
  selection: ImageSelection,
  { change, after, skip_gone: skipsMissing = false }: ImageChangeBody,
): Promise<LockedSelection> {
  if ('filter' in selection) {
    const { filter } = selection;
    const upperBound = after == null ? filter.to : Math.min(filter.to ?? Infinity, Number(after));
    const seqs = await listFirstSeqs(db, { ...filter, to: upperBound }, BATCH_SIZE);
    const lowestSeq = seqs.at(-1);
    const nextPosition = seqs.length < BATCH_SIZE || lowestSeq === undefined || lowestSeq === 0 ? null : String(lowestSeq - 1);
    return { ids: await lockMatchingImages(db, filter, seqs, change === 'delete'), next: nextPosition };
  }
  const { ids, workspaceId } = selection;
  const lockedIds = skipsMissing ? await findExistingIds(db, scope, 'training_image', ids, { lock: true }) : ids;
  const images = await scope.findRows('training_image', lockedIds, workspaceId, {
    field: 'images',
    entityName: 'Image',
    lock: true,
  });
  return { ids: images.map(({ id }) => id), next: null };
}

async function applyChange(
  db: Db,
  preparedChange: PreparedChange,
  lockedIds: readonly string[],
  onOrphanedFiles: (keys: readonly string[]) => void,
): Promise<string[]> {
  const { body, workspaceId } = preparedChange;
  if (body.change === 'delete') {
    onOrphanedFiles(await deleteImages(db, workspaceId, lockedIds));
    return [...lockedIds];
  }
  const kind = changeKinds[body.change];
  await kind.lock?.(db, preparedChange, lockedIds);
  const { rows } = await sql<{ id: string }>`
    select i.id from training_image i where i.id = any(${lockedIds}::uuid[]) and ${kind.affects(preparedChange)} order by i.id`.execute(
    db,
  );
  const changedIds = rows.map(({ id }) => id);
  if (changedIds.length === 0) return [];
  return (await kind.apply(db, preparedChange, changedIds)) ?? changedIds;
}
