import { announce, api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

const query = { page_size: MAX_PAGE_SIZE };

/** Detection tasks and labels; nothing is asked where the workspace lacks the service. */
export function useDetectionEntities() {
  const enabled = useHasService('custom-object-detection');
  const entities = useWorkspaceQuery({
    key: ['detection', 'entities'],
    enabled,
    load: async (scope) => {
      const [tasks, labels] = await Promise.all([
        api.all('GET /detection/v2/task/', { query, ...scope }),
        api.all('GET /detection/v2/label/', { query, ...scope }),
      ]);
      return { tasks: tasks.sort(compareByName), labels: labels.sort(compareByName) };
    },
  });
  return { ...entities, isOffered: enabled };
}

/** Recognition tasks and labels; nothing is asked where the workspace lacks the service. */
export function useRecognitionEntities() {
  const enabled = useHasService('recognition');
  const entities = useWorkspaceQuery({
    key: ['recognition', 'entities'],
    enabled,
    load: async (scope) => {
      const [tasks, labels] = await Promise.all([
        api.all('GET /recognition/v2/task/', { query, ...scope }),
        api.all('GET /recognition/v2/label/', { query, ...scope }),
      ]);
      return { tasks: tasks.sort(compareByName), labels: labels.sort(compareByName) };
    },
  });
  return { ...entities, isOffered: enabled };
}

type Change = 'add-label' | 'remove-label';

/** Puts a label into a detection task, or takes it out; resolves once the tasks are read again. */
export async function setDetectionLabel(change: Change, id: string, label_id: string): Promise<void> {
  try {
    await api.call(`POST /detection/v2/task/{id}/${change}`, { params: { id }, body: { label_id } });
  } finally {
    await announce({ topic: 'detection-tasks', id });
  }
}

/** Puts a label into a recognition task, or takes it out; resolves once the tasks are read again. */
export async function setRecognitionLabel(change: Change, id: string, label_id: string): Promise<void> {
  try {
    await api.call(`POST /recognition/v2/task/{id}/${change}`, { params: { id }, body: { label_id } });
  } finally {
    await announce({ topic: 'recognition-tasks', id }, { topic: 'recognition-labels' });
  }
}
