import { api, type QueryScope } from '@console/shared-auth';
import type { GoldCreation } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import type { DomainTask } from '../picker/domain-task-field';
import type { GoldKind } from './gold-messages';

const IDS_PER_CALL = MAX_IDS_PER_CALL / 10;

/**
 * Turns verified images or groups into gold items of a task, or only counts how many qualify. Sends the ids in batches. Gold items have a
 * known correct result, which measures annotators.
 */
export async function addToGold(
  { domain, id }: DomainTask,
  kind: GoldKind,
  ids: readonly string[],
  { isPreview, scope }: { isPreview: boolean; scope?: QueryScope },
): Promise<Required<GoldCreation>> {
  const total = { created: 0, already_gold: 0, not_verified: 0, other_type: 0 };
  for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
    const body = { domain, task: id, [kind]: ids.slice(start, start + IDS_PER_CALL), dry_run: isPreview };
    const result = await api.call('POST /annotate/v2/gold/', { body, ...scope });
    total.created += result.created;
    total.already_gold += result.already_gold;
    total.not_verified += result.not_verified;
    total.other_type += result.other_type ?? 0;
  }
  return total;
}
