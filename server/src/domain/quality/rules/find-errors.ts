import type { RuleTask, RuleViolation } from '@console/shared-contract/quality-rules';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import { checkImages } from './check-images';
import { loadRuleTasks } from './load-tasks';
import { messages } from './messages';

/** Returns the violations that prevent the verification of images, by image. */
export async function findErrors(
  db: Db,
  workspaceId: string,
  imageIds: readonly string[],
  statesEmpty = false,
): Promise<Map<string, RuleViolation[]>> {
  return findTaskErrors(db, await loadRuleTasks(db, workspaceId, { onlyErrors: true }), imageIds, statesEmpty);
}

/** Maximum number of images whose shapes are in memory at the same time. */
const BATCH_SIZE = 500;

/** Maximum number of images that one request counts. Counting more would take longer than proxies wait. */
const MAX_COUNTED_IMAGES = 20_000;

/** Counts the images `i` that a condition selects and that rules prevent from being verified. Returns null for too many images. */
export async function countImagesWithErrors(
  db: Db,
  workspaceId: string,
  isSelected: RawBuilder<unknown>,
): Promise<number | null> {
  const tasks = await loadRuleTasks(db, workspaceId, { onlyErrors: true });
  if (tasks.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    select i.id from training_image i where ${isSelected} order by i.seq limit ${MAX_COUNTED_IMAGES + 1}`.execute(db);
  if (rows.length > MAX_COUNTED_IMAGES) return null;
  let count = 0;
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const ids = rows.slice(start, start + BATCH_SIZE).map(({ id }) => id);
    count += (await findTaskErrors(db, tasks, ids)).size;
  }
  return count;
}

async function findTaskErrors(
  db: Db,
  tasks: readonly RuleTask[],
  imageIds: readonly string[],
  statesEmpty = false,
): Promise<Map<string, RuleViolation[]>> {
  const violations = await checkImages(db, imageIds, tasks, statesEmpty);
  return new Map(
    [...violations].flatMap(([id, each]) => {
      const errors = each.filter(({ level }) => level === 'error');
      return errors.length > 0 ? [[id, errors] as const] : [];
    }),
  );
}

/** Throws 400 if an image violates a rule that is an error. */
export async function requireNoErrors(
  db: Db,
  workspaceId: string,
  imageIds: readonly string[],
  statesEmpty = false,
): Promise<void> {
  const errors = await findErrors(db, workspaceId, imageIds, statesEmpty);
  if (errors.size > 0) throw new HttpError(400, messages.imagesViolateRules(errors.size, [...errors.values()].flat()));
}
