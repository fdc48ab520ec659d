import { api, useHasService, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { GoldCreation, GoldDomain } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

/** A task of any domain. */
export interface GoldTask {
  domain: GoldDomain;
  id: string;
  name: string;
}

const IDS_PER_CALL = MAX_IDS_PER_CALL / 10;

/** Loads the tasks of all domains of the workspace, sorted by name. */
export function useGoldTasks() {
  const services = {
    detection: useHasService('custom-object-detection'),
    segmentation: useHasService('custom-segmentation'),
    recognition: useHasService('recognition'),
  };
  return useWorkspaceQuery<GoldTask[]>({
    key: ['own:annotate', 'gold-tasks', JSON.stringify(services)],
    load: async (scope) => {
      const tasks = await Promise.all([
        services.detection ? listTasks('detection', scope) : [],
        services.segmentation ? listTasks('segmentation', scope) : [],
        services.recognition ? listTasks('recognition', scope) : [],
      ]);
      return tasks.flat().sort(compareByName);
    },
  });
}

async function listTasks(domain: GoldDomain, scope: QueryScope): Promise<GoldTask[]> {
  const rows = await api.all(`GET /${domain}/v2/task/`, scope);
  return rows.map(({ id, name }) => ({ domain, id, name }));
}

/** Makes verified images gold items of a task in batches, or only counts them. */
export async function addToGold(
  { domain, id }: GoldTask,
  images: readonly string[],
  { isPreview, scope }: { isPreview: boolean; scope?: QueryScope },
): Promise<GoldCreation> {
  const total = { created: 0, already_gold: 0, not_verified: 0 };
  for (let start = 0; start < images.length; start += IDS_PER_CALL) {
    const body = { domain, task: id, images: images.slice(start, start + IDS_PER_CALL), dry_run: isPreview };
    const result = await api.call('POST /annotate/v2/gold/', { body, ...scope });
    total.created += result.created;
    total.already_gold += result.already_gold;
    total.not_verified += result.not_verified;
  }
  return total;
}
