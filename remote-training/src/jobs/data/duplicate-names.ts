import type { JobWithType } from '@console/shared-contract/api';

/** Returns the lower-case names that more than one job has. */
export function findDuplicateNames(jobs: readonly JobWithType[] | undefined): ReadonlySet<string> {
  const seenNames = new Set<string>();
  const duplicates = new Set<string>();
  for (const { name } of jobs ?? []) {
    const key = name.toLocaleLowerCase();
    (seenNames.has(key) ? duplicates : seenNames).add(key);
  }
  return duplicates;
}
