import { keysOfChange, type Change } from '@console/shared-contract/federation/shared-keys';
import { invalidateWorkspace } from './use-workspace-query';

/**
 * Says to every remote on the page what a write has changed in the active workspace: what shows it is read again.
 * Resolves once what is on the screen has been read.
 */
export async function announce(...changes: readonly Change[]): Promise<void> {
  const keys = new Map(changes.flatMap(keysOfChange).map((key) => [JSON.stringify(key), key]));
  await Promise.all([...keys.values()].map((key) => invalidateWorkspace(...key)));
}
