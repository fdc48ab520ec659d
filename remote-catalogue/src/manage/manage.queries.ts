import { announce, api, useHasService, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { ServiceSlug } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

const fullListQuery = { page_size: MAX_PAGE_SIZE };
type LabelDomain = 'detection' | 'recognition';

/** Tasks and labels by name. Sends no request if the workspace does not have the service. */
function useEntities<Task extends { name: string }, Label extends { name: string }>(
  domain: LabelDomain,
  service: ServiceSlug,
  load: (scope: QueryScope) => Promise<[Task[], Label[]]>,
) {
  const enabled = useHasService(service);
  const entities = useWorkspaceQuery({
    key: [domain, 'entities'],
    enabled,
    load: async (scope) => {
      const [tasks, labels] = await load(scope);
      return { tasks: tasks.sort(compareByName), labels: labels.sort(compareByName) };
    },
  });
  return { ...entities, isAvailable: enabled };
}

export const useDetectionEntities = () =>
  useEntities('detection', 'custom-object-detection', (scope) =>
    Promise.all([
      api.all('GET /detection/v2/task/', { query: fullListQuery, ...scope }),
      api.all('GET /detection/v2/label/', { query: fullListQuery, ...scope }),
    ]),
  );

export const useRecognitionEntities = () =>
  useEntities('recognition', 'recognition', (scope) =>
    Promise.all([
      api.all('GET /recognition/v2/task/', { query: fullListQuery, ...scope }),
      api.all('GET /recognition/v2/label/', { query: fullListQuery, ...scope }),
    ]),
  );

/** Adds a label to a task or removes it. Resolves after the tasks have been refetched. */
export async function changeTaskLabel(
  domain: LabelDomain,
  change: 'add-label' | 'remove-label',
  id: string,
  label_id: string,
): Promise<void> {
  try {
    await api.call(`POST /${domain}/v2/task/{id}/${change}`, { params: { id }, body: { label_id } });
  } finally {
    await announce({ topic: `${domain}-tasks`, id }, { topic: `${domain}-labels` });
  }
}
