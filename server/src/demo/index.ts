import type { Seed } from '../first-start';
import { makeDemoAccounts } from './accounts';

export { DEMO_ACCOUNTS } from './accounts';

/** What a first start on an empty data folder makes, in the one transaction it is given. */
export const seedDemo: Seed = async ({ db }) => {
  await makeDemoAccounts(db);
};
