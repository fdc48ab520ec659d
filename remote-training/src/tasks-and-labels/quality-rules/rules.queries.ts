import { api, createRowCalls, useWorkspaceQuery, type ChangeSetOption } from '@console/shared-auth';
import type { QualityRule, QualityRules, RuleDomain } from '@console/shared-contract/quality-rules';

// The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
export const getViolationsKey = (taskId: string) => ['own:training', 'violations', taskId] as const;

/** Queries the violations of a task by rule, as of the last check. */
export function useViolations(taskId: string) {
  return useWorkspaceQuery({
    key: getViolationsKey(taskId),
    load: (scope) => api.call('GET /annotate/v2/rule-violation/', { query: { task: taskId }, ...scope }),
  });
}

/** Queries the current violations of the rules of a similarity task by all groups. */
export function useGroupViolations(taskId: string) {
  return useWorkspaceQuery({
    key: ['own:training', 'group-violations', taskId],
    load: async (scope) => (await api.call('GET /annotate/v2/group-violation/', { query: { task: taskId }, ...scope })).results,
  });
}

export function saveRules(domain: RuleDomain, task: { id: string; version: number }, rules: QualityRules) {
  return createRowCalls(`${domain}/v2/task`).update(task.id, { rules, version: task.version });
}

/** Checks all images of the workspace in batches. Calls `onChecked` with the number of checked images after each batch. */
export async function checkAllImages(taskId: string, onChecked: (images: number) => void): Promise<void> {
  let cursor: string | null = null;
  let checkedCount = 0;
  do {
    const batch: { checked: number; next: string | null } = await api.call('POST /annotate/v2/rule-violation/check', {
      body: { task: taskId, after: cursor },
      repeatable: true,
    });
    checkedCount += batch.checked;
    onChecked(checkedCount);
    cursor = batch.next;
  } while (cursor !== null);
}

/** Number of violating shapes that have been or would be deleted, and of the images that contain them. */
export interface ShapeDeletion {
  shapes: number;
  images: number;
}

/** Deletes the shapes that violate a rule in batches, or counts them. */
export async function deleteViolatingShapes(
  body: { task: string; rule: QualityRule; dry_run: boolean },
  options: ChangeSetOption = {},
  onDeleted: (shapes: number) => void = () => undefined,
): Promise<ShapeDeletion> {
  const total = { shapes: 0, images: 0 };
  let cursor: string | null = null;
  do {
    const batch: ShapeDeletion & { next: string | null } = await api.call('POST /annotate/v2/rule-violation/delete-shapes', {
      body: { ...body, after: cursor },
      repeatable: true,
      ...options,
    });
    total.shapes += batch.shapes;
    total.images += batch.images;
    onDeleted(total.shapes);
    cursor = batch.next;
  } while (cursor !== null);
  return total;
}
