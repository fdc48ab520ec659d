import type { TypedJob } from '@console/shared-contract/api';

/** Names that more than one job has, in small letters. */
export function namesOfSeveral(jobs: readonly TypedJob[] | undefined): ReadonlySet<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const { name } of jobs ?? []) {
    const key = name.toLocaleLowerCase();
    (seen.has(key) ? again : seen).add(key);
  }
  return again;
}
