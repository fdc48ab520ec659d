import { Section } from '@console/shared-ui/basics';
import type { QueryLike } from '@console/shared-ui/pages';
import { type Column, DataTable } from '@console/shared-ui/table';
import { manageMessages } from './manage-messages';

/** A row of the table: a task or label. */
interface TableEntity {
  id: string;
  name: string;
}

const getRowId = ({ id }: TableEntity) => id;

interface EntitiesTableProps<Row extends TableEntity> {
  title: string;
  columns: readonly Column<Row>[];
  query: QueryLike<unknown>;
  rows: readonly Row[] | undefined;
  /** Id of the selected row. Rows can be selected only if `onSelect` is set. */
  selectedId?: string;
  onSelect?: (id: string) => void;
}

/** Read-only table of tasks or labels with optional row selection. */
export function EntitiesTable<Row extends TableEntity>({
  title,
  columns,
  query,
  rows,
  selectedId,
  onSelect,
}: EntitiesTableProps<Row>) {
  return (
    <Section title={title} count={rows?.length}>
      <DataTable<Row>
        label={title}
        columns={columns}
        rows={rows}
        rowId={getRowId}
        onRowClick={onSelect && (({ id }: Row) => onSelect(id))}
        activeId={onSelect ? selectedId || null : undefined}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={manageMessages.none}
      />
    </Section>
  );
}
