import { Section } from '@console/shared-ui/basics';
import type { QueryLike } from '@console/shared-ui/pages';
import { type Column, DataTable } from '@console/shared-ui/table';
import { messages } from '../messages';

export interface NamedTask {
  id: string;
  name: string;
}

const idOf = ({ id }: NamedTask) => id;

export interface EntitiesTableProps<Row extends NamedTask> {
  title: string;
  columns: readonly Column<Row>[];
  query: QueryLike<unknown>;
  rows: readonly Row[] | undefined;
  /** With both, a row is picked by a click. */
  pickedId?: string;
  onPick?: (id: string) => void;
}

/** Tasks or labels as they are; a task is picked by its row. */
export function EntitiesTable<Row extends NamedTask>({ title, columns, query, rows, pickedId, onPick }: EntitiesTableProps<Row>) {
  return (
    <Section title={title} count={rows?.length}>
      <DataTable<Row>
        label={title}
        columns={columns}
        rows={rows}
        rowId={idOf}
        onRowClick={onPick && (({ id }: Row) => onPick(id))}
        activeId={onPick ? pickedId || null : undefined}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={messages.manage.none}
      />
    </Section>
  );
}
