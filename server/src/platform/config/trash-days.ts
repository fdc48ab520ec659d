import { TRASH_DAYS } from '@console/shared-contract/limits';
import type { Config } from './index';

/** Returns the number of days for which deleted rows can be restored. Restoring needs the entries of the change log. */
export const getTrashDays = ({ historyDays }: Pick<Config, 'historyDays'>): number =>
  // With 0, entries of the log are never deleted.
  historyDays === 0 ? TRASH_DAYS : Math.min(TRASH_DAYS, historyDays);
