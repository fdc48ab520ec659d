import { announce, api, invalidateWorkspace, useWorkspaceQuery, type CallOptions, type QueryScope } from '@console/shared-auth';
import type { Import, ImportClass, ImportItem, ImportOutcome, ImportState, ImportUndoCheck } from '@console/shared-contract/api';

/** First part of the query keys of rows that only this micro-frontend shows and changes. */
const PRIVATE_KEY = 'own:annotate';
const POLL_MS = 1000;
export const ITEMS_PER_PAGE = 20;

const ACTIVE_STATES: readonly ImportState[] = ['reading', 'running', 'undoing'];
export const isInProgress = ({ state }: Import): boolean => ACTIVE_STATES.includes(state);

/** Whether reading restarted after an interruption. If so, the progress is lower than before. */
export const hasRestarted = ({ state, work }: Import): boolean => state === 'reading' && (work?.cut_off ?? 0) > 0;

const IMPORT_WORK = ['import-read', 'import-run', 'import-undo'] as const;

/** Loads the newest imports, and follows their progress. */
export function useImports(page: number, pageSize: number) {
  return useWorkspaceQuery<{ count: number; results: Import[] }>({
    key: [PRIVATE_KEY, 'imports', page],
    load: (scope) => api.call('GET /recognition/v2/import/', { query: { page, page_size: pageSize }, ...scope }),
    progress: { kinds: IMPORT_WORK, isActive: ({ results }) => results.some(isInProgress), pollMs: POLL_MS },
  });
}

export function useImport(id: string) {
  return useWorkspaceQuery<Import>({
    key: [PRIVATE_KEY, 'import', id],
    load: (scope) => api.call('GET /recognition/v2/import/{id}', { params: { id }, ...scope }),
    progress: { kinds: IMPORT_WORK, isActive: isInProgress, pollMs: POLL_MS },
  });
}

export const refreshImports = () =>
  Promise.all([invalidateWorkspace(PRIVATE_KEY, 'import'), invalidateWorkspace(PRIVATE_KEY, 'imports')]);

/** Refetches the data on all pages that an import or its undo can change. */
export const announceImportedRows = () =>
  announce(
    { topic: 'images' },
    { topic: 'objects' },
    { topic: 'verifications' },
    { topic: 'groups' },
    { topic: 'recognition-labels' },
    { topic: 'detection-labels' },
    { topic: 'segmentation-labels' },
    { topic: 'recognition-tasks' },
    { topic: 'detection-tasks' },
    { topic: 'segmentation-tasks' },
  );

/** Returns the folders and buckets on the server from which a workspace can import. */
export function useImportPlaces() {
  return useWorkspaceQuery<string[]>({
    key: [PRIVATE_KEY, 'import-places'],
    load: async (scope) => (await api.call('GET /recognition/v2/import-place/', scope)).results.map(({ place }) => place),
  });
}

export const createImport = (body: { name: string; source?: { place: string; path: string } }): Promise<Import> =>
  api.call('POST /recognition/v2/import/', { body });

export type PlanOptions = NonNullable<CallOptions<'POST /recognition/v2/import/{id}/plan'>['body']>;
/** Plans an import. Call it again with other options to change the plan. */
export const planImport = (id: string, body: PlanOptions, workspaceId?: string): Promise<Import> =>
  api.call('POST /recognition/v2/import/{id}/plan', {
    params: { id },
    body,
    ...(workspaceId !== undefined && { workspace: workspaceId }),
  });

export type RunOptions = NonNullable<CallOptions<'POST /recognition/v2/import/{id}/run'>['body']>;
export const runImport = (id: string, body: RunOptions) =>
  api.call('POST /recognition/v2/import/{id}/run', { params: { id }, body });

export const cancelImport = (id: string) => api.call('POST /recognition/v2/import/{id}/cancel', { params: { id } });
export const undoImport = (id: string) => api.call('POST /recognition/v2/import/{id}/undo', { params: { id } });
export const deleteImport = (id: string) => api.call('DELETE /recognition/v2/import/{id}', { params: { id } });

/** Returns whether the import can be undone. */
export function useImportUndoCheck(id: string) {
  return useWorkspaceQuery<ImportUndoCheck>({
    key: [PRIVATE_KEY, 'import', id, 'undo'],
    load: (scope) => api.call('GET /recognition/v2/import/{id}/undo', { params: { id }, ...scope }),
  });
}

export function useImportItems(id: string, outcome: ImportOutcome, page: number) {
  return useWorkspaceQuery<{ count: number; results: ImportItem[] }>({
    key: [PRIVATE_KEY, 'import', id, 'items', outcome, page],
    load: (scope) =>
      api.call('GET /recognition/v2/import/{id}/items', {
        params: { id },
        query: { outcome, page, page_size: ITEMS_PER_PAGE },
        ...scope,
      }),
  });
}

/** Returns the report of an import as CSV. */
export async function fetchReport(id: string): Promise<string> {
  return String(await api.callByName('GET /imports/{id}/report.csv', { params: { id } }));
}

/** The service that a label or task belongs to, such as `detection`. */
export type Domain = ImportClass['of'];
/** The service that labels of a domain need. */
export const SERVICE_BY_DOMAIN = {
  recognition: 'custom-recognition',
  detection: 'custom-object-detection',
  segmentation: 'custom-segmentation',
} as const satisfies Record<Domain, string>;
interface NamedEntity {
  id: string;
  name: string;
}
type EntitiesByDomain = Readonly<Partial<Record<Domain, readonly NamedEntity[]>>>;

const LABEL_LOADERS = {
  recognition: (scope: QueryScope): Promise<NamedEntity[]> => api.all('GET /recognition/v2/label/', scope),
  detection: (scope: QueryScope): Promise<NamedEntity[]> => api.all('GET /detection/v2/label/', scope),
  segmentation: (scope: QueryScope): Promise<NamedEntity[]> => api.all('GET /segmentation/v2/label/', scope),
};
const TASK_LOADERS = {
  recognition: (scope: QueryScope): Promise<NamedEntity[]> => api.all('GET /recognition/v2/task/', scope),
  detection: (scope: QueryScope): Promise<NamedEntity[]> => api.all('GET /detection/v2/task/', scope),
  segmentation: (scope: QueryScope): Promise<NamedEntity[]> => api.all('GET /segmentation/v2/task/', scope),
};

/** Loads the labels or tasks of each domain. The workspace must have the services of the domains. */
function useEntities(entityType: 'labels' | 'tasks', domains: readonly Domain[]) {
  const loaders = entityType === 'labels' ? LABEL_LOADERS : TASK_LOADERS;
  return useWorkspaceQuery<EntitiesByDomain>({
    key: [PRIVATE_KEY, `import-${entityType}`, domains],
    load: async (scope) =>
      Object.fromEntries(await Promise.all(domains.map(async (domain) => [domain, await loaders[domain](scope)] as const))),
  });
}
export const useLabelsByDomain = (domains: readonly Domain[]) => useEntities('labels', domains);
export const useTasksByDomain = (domains: readonly Domain[]) => useEntities('tasks', domains);
