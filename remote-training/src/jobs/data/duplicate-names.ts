import type { TypedJob } from '@console/shared-contract/api';

/** Returns the lower-case names that more than one job has. */
export function findDuplicateNames(jobs: readonly TypedJob[] | undefined): ReadonlySet<string> {
  const seen = new Set<string>();
  const duplicates = new Set<string>();
  for (const { name } of jobs ?? []) {
    const key = name.toLocaleLowerCase();
    (seen.has(key) ? duplicates : seen).add(key);
  }
  return duplicates;
}
