import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import type { GoldDomain } from '@console/shared-contract/api';
import { compareByName } from '../format/names';
import { messages } from '../messages';
import { PickerField } from './picker-field';
import { ErrorState } from '../states/error-state';

const taskMessages = messages.domainTask;

/** A task with its domain. */
export interface DomainTask {
  domain: GoldDomain;
  id: string;
  name: string;
}

export interface DomainTaskFieldProps {
  label: string;
  hint?: string;
  value: DomainTask | null;
  onChange: (task: DomainTask | null) => void;
}

/** Selects a task of any domain of the workspace. */
export function DomainTaskField({ label, hint, value, onChange }: DomainTaskFieldProps) {
  const tasks = useDomainTasks();
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

/** Loads the tasks of all domains of the workspace, sorted by name. */
function useDomainTasks() {
  const domains: Readonly<Record<GoldDomain, boolean>> = {
    detection: useHasService('custom-object-detection'),
    segmentation: useHasService('custom-segmentation'),
    recognition: useHasService('recognition'),
  };
  return useWorkspaceQuery<DomainTask[]>({
    key: ['jobs', 'domain-tasks', JSON.stringify(domains)],
    load: async (scope) => {
      const available = (Object.keys(domains) as GoldDomain[]).filter((domain) => domains[domain]);
      const tasks = await Promise.all(
        available.map(async (domain) =>
          (await api.all(`GET /${domain}/v2/task/`, scope)).map(({ id, name }) => ({ domain, id, name })),
        ),
      );
      return tasks.flat().sort(compareByName);
    },
  });
}
