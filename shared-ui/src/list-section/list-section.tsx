import type { ReactNode } from 'react';
import { Section } from '../page/section';
import { ListTable, type ListTableProps } from './list-table';

export interface ListSectionProps<Row extends { id: string }> extends Omit<ListTableProps<Row>, 'label'> {
  /** Title of the section and its table. */
  title: string;
  /** Whether the number of rows is shown next to the title. */
  hasCount?: boolean;
  /** Id of the section for `SectionLinks`. */
  anchor?: string;
  /** Buttons next to the title, such as Create and `CsvButtons`. */
  actions?: ReactNode;
  /** Content above the table, such as `ListFilters`, and `BulkActions` for the selected rows. */
  children?: ReactNode;
  /** Content below the table. */
  footer?: ReactNode;
}

/** A list as a section of a page: title, actions, filters, bulk actions, table and pager. */
export function ListSection<Row extends { id: string }>(props: ListSectionProps<Row>) {
  const { title, hasCount = false, anchor, actions, children, footer, ...table } = props;
  return (
    <Section title={title} count={hasCount ? table.list.total : undefined} anchor={anchor} actions={actions}>
      {children}
      <ListTable label={title} {...table} />
      {footer}
    </Section>
  );
}
