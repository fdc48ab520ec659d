import { z } from 'zod';
import type { WorkKind } from '../../../platform/queue/kind';
import { scoreGoldItem } from './score-items';

export const RESCORE_GOLD = 'rescore-gold';

const RescoreInput = z.object({ gold: z.uuid() });

/** Compares all stored work with the current revision of a gold-standard item. */
export const rescoreGoldKind: WorkKind = {
  name: RESCORE_GOLD,
  concurrency: 1,
  run: async ({ work, step }) => {
    const { gold } = RescoreInput.parse(work.input);
    return { scored: await step(null, (trx) => scoreGoldItem(trx, gold)) };
  },
};
