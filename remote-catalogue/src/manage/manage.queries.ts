import { announce, api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

const fullListQuery = { page_size: MAX_PAGE_SIZE };

/** Detection tasks and labels. Sends no request if the workspace does not have the service. */
export function useDetectionEntities() {
  const enabled = useHasService('custom-object-detection');
  const entities = useWorkspaceQuery({
    key: ['detection', 'entities'],
    enabled,
    load: async (scope) => {
      const [tasks, labels] = await Promise.all([
        api.all('GET /detection/v2/task/', { query: fullListQuery, ...scope }),
        api.all('GET /detection/v2/label/', { query: fullListQuery, ...scope }),
      ]);
      return { tasks: tasks.sort(compareByName), labels: labels.sort(compareByName) };
    },
  });
  return { ...entities, isAvailable: enabled };
}

/** Recognition tasks and labels. Sends no request if the workspace does not have the service. */
export function useRecognitionEntities() {
  const enabled = useHasService('recognition');
  const entities = useWorkspaceQuery({
    key: ['recognition', 'entities'],
    enabled,
    load: async (scope) => {
      const [tasks, labels] = await Promise.all([
        api.all('GET /recognition/v2/task/', { query: fullListQuery, ...scope }),
        api.all('GET /recognition/v2/label/', { query: fullListQuery, ...scope }),
      ]);
      return { tasks: tasks.sort(compareByName), labels: labels.sort(compareByName) };
    },
  });
  return { ...entities, isAvailable: enabled };
}

type Change = 'add-label' | 'remove-label';

/** Adds a label to a detection task or removes it. Resolves after the tasks have been refetched. */
export async function setDetectionLabel(change: Change, id: string, label_id: string): Promise<void> {
  try {
    await api.call(`POST /detection/v2/task/{id}/${change}`, { params: { id }, body: { label_id } });
  } finally {
    await announce({ topic: 'detection-tasks', id });
  }
}

/** Adds a label to a recognition task or removes it. Resolves after the tasks have been refetched. */
export async function setRecognitionLabel(change: Change, id: string, label_id: string): Promise<void> {
  try {
    await api.call(`POST /recognition/v2/task/{id}/${change}`, { params: { id }, body: { label_id } });
  } finally {
    await announce({ topic: 'recognition-tasks', id }, { topic: 'recognition-labels' });
  }
}
