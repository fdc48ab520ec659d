import type { ImportClass } from '@console/shared-contract/api';
import { ErrorState, Picker, type PickerChoice } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { TwoLines } from '../exchange/two-lines';
import { exchangeMessages } from '../exchange/exchange-messages';
import { importMessages } from './data/import-messages';
import { useLabelsByDomain, type Domain } from './data/imports.queries';

const texts = importMessages.plan;
export const CREATE_LABEL = 'create';
export const SKIP_CLASS = 'leave_out';

/** Returns the planned label of a class, which the user can change. */
export const getPlannedLabel = ({ label }: ImportClass): string => label ?? CREATE_LABEL;

interface ClassTableProps {
  classes: readonly ImportClass[];
  domains: readonly Domain[];
  /** Label ids selected by the user, by class key. */
  selectedLabels: ReadonlyMap<string, string>;
  onChoose: (key: string, label: string) => void;
}

/** Maps each class of the files to an existing label, a new label or nothing. */
export function ClassTable({ classes, domains, selectedLabels, onChoose }: ClassTableProps) {
  const labels = useLabelsByDomain(domains);
  const columns = useMemo((): readonly Column<ImportClass>[] => {
    const choicesByDomain = new Map<Domain, readonly PickerChoice[]>(
      domains.map((domain) => [domain, (labels.data?.[domain] ?? []).map(({ id, name }) => ({ value: id, label: name }))]),
    );
    return [
      {
        id: 'name',
        header: texts.columns.name,
        cell: ({ name, of: domain, count }) => (
          <TwoLines name={name} details={texts.formatUsage(exchangeMessages.domains[domain], count)} />
        ),
        sortValue: ({ name }) => name,
      },
      {
        id: 'label',
        header: texts.columns.label,
        cell: (row) => (
          <Picker
            aria-label={texts.formatPickerLabel(row.name)}
            choices={[
              { value: CREATE_LABEL, label: texts.create(row.name) },
              { value: SKIP_CLASS, label: texts.leaveOut },
              ...(choicesByDomain.get(row.of) ?? []),
            ]}
            selected={[selectedLabels.get(row.key) ?? getPlannedLabel(row)]}
            onSelect={([label = getPlannedLabel(row)]) => onChoose(row.key, label)}
          />
        ),
        // Use a width relative to the window. A percentage of a narrow table would leave no space for names.
        width: 'clamp(212px, 26vw, 360px)',
      },
    ];
  }, [labels.data, domains, selectedLabels, onChoose]);
  if (labels.isError && !labels.data)
    return <ErrorState title={texts.labelsFailed} error={labels.error} onRetry={() => void labels.refetch()} />;
  return <DataTable label={texts.labels} columns={columns} rows={labels.data && classes} rowId={({ key }) => key} />;
}
