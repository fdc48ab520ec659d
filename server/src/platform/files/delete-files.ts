import type { FileStore } from './store';

/** Deletions that run at the same time. A bulk call can delete more than a thousand files. */
const MAX_CONCURRENT_DELETES = 16;

/**
 * Deletes files. A failed deletion does not stop the others, because anyone with the URL of a file can download it. Throws an
 * AggregateError at the end if any deletion failed. Null keys are skipped.
 */
export async function deleteFiles(files: Pick<FileStore, 'delete'>, keys: Iterable<string | null>): Promise<void> {
  const existingKeys = [...keys].filter((key) => key !== null);
  const errors: unknown[] = [];
  for (let start = 0; start < existingKeys.length; start += MAX_CONCURRENT_DELETES) {
    const batch = existingKeys.slice(start, start + MAX_CONCURRENT_DELETES);
    const results = await Promise.allSettled(batch.map((key) => files.delete(key)));
    for (const result of results) if (result.status === 'rejected') errors.push(result.reason);
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${existingKeys.length} files could not be deleted`);
}
