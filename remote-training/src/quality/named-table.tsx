import type { QualityDecision, QualityEstimates, QualityMeasure } from '@console/shared-contract/api';
import { EmptyState } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { DecisionBadge } from './decision-badge';
import { createEstimateColumns } from './estimate-columns';
import { qualityMessages as messages } from './quality-messages';

/** A label, job or week with its estimates. */
interface NamedEstimates extends QualityEstimates {
  id: string;
  name: string;
  decision?: QualityDecision | null;
}

interface NamedTableProps {
  title: string;
  /** Header of the column with the names. */
  nameHeader: string;
  rows: readonly NamedEstimates[];
  measure: QualityMeasure;
  target: number | null;
  /** Whether the table has a column that says whether each row reaches the target. */
  isDecided?: boolean;
  onOpen: ((row: NamedEstimates) => void) | undefined;
}

/** A table with one measure and its confidence interval for each label, job or week. */
export function NamedTable({ title, nameHeader, rows, measure, target, isDecided = false, onOpen }: NamedTableProps) {
  const decisionColumn: Column<NamedEstimates> = {
    id: 'decision',
    header: messages.columns.decision,
    cell: ({ decision = null }) => <DecisionBadge decision={decision} />,
    sortValue: ({ decision }) => decision?.result ?? '',
    width: '190px',
  };
  return (
    <DataTable
      label={title}
      columns={[
        { id: 'name', header: nameHeader, cell: ({ name }) => name, sortValue: ({ name }) => name, width: '170px' },
        ...(isDecided ? [decisionColumn] : []),
        ...createEstimateColumns(rows, measure, target),
      ]}
      rows={rows}
      rowId={({ id }) => id}
      onRowClick={onOpen}
      empty={<EmptyState>{messages.noRows}</EmptyState>}
    />
  );
}
