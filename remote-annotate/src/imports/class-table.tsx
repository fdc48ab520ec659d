import type { ImportClass } from '@console/shared-contract/api';
import { ErrorState, Picker, type PickerChoice } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { TwoLines } from '../exchange/two-lines';
import { exchangeMessages } from '../exchange/exchange-messages';
import { importMessages } from './data/import-messages';
import { useLabelsOf, type Domain } from './data/imports.queries';

const words = importMessages.plan;
export const CREATE = 'create';
export const LEAVE_OUT = 'leave_out';

/** Returns the planned label of a class, which the user can change. */
export const plannedOf = ({ label }: ImportClass): string => label ?? CREATE;

interface ClassTableProps {
  classes: readonly ImportClass[];
  domains: readonly Domain[];
  /** Label ids selected by the user, by class key. */
  chosen: ReadonlyMap<string, string>;
  onChoose: (key: string, label: string) => void;
}

/** Maps each class of the files to an existing label, a new label or nothing. */
export function ClassTable({ classes, domains, chosen, onChoose }: ClassTableProps) {
  const labels = useLabelsOf(domains);
  const columns = useMemo((): readonly Column<ImportClass>[] => {
    const known = new Map<Domain, readonly PickerChoice[]>(
      domains.map((of) => [of, (labels.data?.[of] ?? []).map(({ id, name }) => ({ value: id, label: name }))]),
    );
    return [
      {
        id: 'name',
        header: words.columns.name,
        cell: ({ name, of, count }) => <TwoLines name={name} below={words.howOften(exchangeMessages.domains[of], count)} />,
        sortValue: ({ name }) => name,
      },
      {
        id: 'label',
        header: words.columns.label,
        cell: (row) => (
          <Picker
            aria-label={words.labelOf(row.name)}
            choices={[
              { value: CREATE, label: words.create(row.name) },
              { value: LEAVE_OUT, label: words.leaveOut },
              ...(known.get(row.of) ?? []),
            ]}
            selected={[chosen.get(row.key) ?? plannedOf(row)]}
            onSelect={([label = plannedOf(row)]) => onChoose(row.key, label)}
          />
        ),
        // The width follows the window, because a percentage of a narrow table would leave no space for names.
        width: 'clamp(212px, 26vw, 360px)',
      },
    ];
  }, [labels.data, domains, chosen, onChoose]);
  if (labels.isError && !labels.data)
    return <ErrorState title={words.labelsFailed} error={labels.error} onRetry={() => void labels.refetch()} />;
  return <DataTable label={words.labels} columns={columns} rows={labels.data && classes} rowId={({ key }) => key} />;
}
