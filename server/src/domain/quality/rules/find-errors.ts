import type { RuleViolation } from '@console/shared-contract/quality-rules';
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
  const tasks = await loadRuleTasks(db, workspaceId, { onlyErrors: true });
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
  if (errors.size > 0) throw new HttpError(400, messages.violated(errors.size, [...errors.values()].flat()));
}
