import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import type { GoldDomain } from '@console/shared-contract/api';
import { compareByName } from '../format/names';
import { pickerMessages } from './picker-messages';
import { PickerField } from './picker-field';
import { ErrorState } from '../states/error-state';

const taskMessages = pickerMessages.domainTask;

/** Identifies a task by its domain (such as recognition or detection) and its id. */
export interface DomainTask<Domain extends GoldDomain = GoldDomain> {
  domain: Domain;
  id: string;
  name: string;
}

const LIST_CALLS = {
  detection: 'GET /detection/v2/task/',
  segmentation: 'GET /segmentation/v2/task/',
  recognition: 'GET /recognition/v2/task/',
  similarity: 'GET /similarity/training/v2/task/',
} as const satisfies Record<GoldDomain, string>;

export interface DomainTaskFieldProps<Domain extends GoldDomain = GoldDomain> {
  /** Whether the task is about images or groups. Default: images. */
  kind?: 'images' | 'groups';
  label: string;
  hint?: string;
  value: DomainTask<Domain> | null;
  onChange: (task: DomainTask<Domain> | null) => void;
}

/** Field to select a task of any domain that the workspace has. For groups, only similarity tasks are offered. */
export function DomainTaskField<Domain extends GoldDomain>({
  kind = 'images',
  label,
  hint,
  value,
  onChange,
}: DomainTaskFieldProps<Domain>) {
  const tasks = useDomainTasks<Domain>(kind);
  if (tasks.isLoadingError) return <ErrorState title={taskMessages.failed} onRetry={() => void tasks.refetch()} />;
  const choices = (tasks.data ?? []).map(({ id, name, domain }) => ({
    value: id,
    label: `${name} (${taskMessages.domains[domain]})`,
  }));
  return (
    <PickerField
      label={label}
      hint={hint}
      choices={choices}
      value={value?.id ?? ''}
      onChange={(taskId) => onChange(tasks.data?.find(({ id }) => id === taskId) ?? null)}
      empty={taskMessages.none}
    />
  );
}

/** Loads the tasks of all domains that the workspace has and that match `kind`, sorted by name. */
function useDomainTasks<Domain extends GoldDomain>(kind: 'images' | 'groups') {
  const isImageKind = kind === 'images';
  const domains: Readonly<Record<GoldDomain, boolean>> = {
    detection: useHasService('custom-object-detection') && isImageKind,
    segmentation: useHasService('custom-segmentation') && isImageKind,
    recognition: useHasService('recognition') && isImageKind,
    similarity: useHasService('custom-similarity') && !isImageKind,
  };
  return useWorkspaceQuery<DomainTask<Domain>[]>({
    key: ['jobs', 'domain-tasks', JSON.stringify(domains)],
    load: async (scope) => {
      // Load only the domains that `kind` and the services of the workspace allow.
      const availableDomains = (Object.keys(domains) as Domain[]).filter((domain) => domains[domain]);
      const tasks = await Promise.all(
        availableDomains.map(async (domain) => {
          const call: (typeof LIST_CALLS)[GoldDomain] = LIST_CALLS[domain];
          return (await api.all(call, scope)).map(({ id, name }) => ({ domain, id, name }));
        }),
      );
      return tasks.flat().sort(compareByName);
    },
  });
}
