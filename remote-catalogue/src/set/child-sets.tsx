import type { ProductSet } from '@console/shared-contract/api';
import { OpenIcon } from '@console/shared-ui/basics';
import { ListTable } from '@console/shared-ui/list-section';
import type { Column, RowAction } from '@console/shared-ui/table';
import { createSetColumns } from '../common/columns';
import { commonMessages } from '../common/common-messages';
import { setListMessages } from '../common/set-list-messages';
import { setMessages } from './set-messages';
import { useChildSetList } from './set.queries';

const { year: yearColumn, completed: completedColumn } = createSetColumns({ year: '96px', completed: '112px' });
const columns: Column<ProductSet>[] = [
  { id: 'name', header: commonMessages.columns.name, cell: (productSet) => productSet.name },
  yearColumn,
  completedColumn,
];

const getRowActions = (productSet: ProductSet): readonly RowAction[] => [
  { label: setListMessages.open, icon: <OpenIcon />, to: `/set/${productSet.id}` },
];

/** Paged table of the child sets of a set. */
export function ChildSets({ setId }: { setId: string }) {
  return (
    <ListTable
      label={setMessages.childSets}
      list={useChildSetList(setId)}
      columns={columns}
      rowActions={getRowActions}
      actionsWidth="64px"
      empty={setMessages.noChildSets}
      failed={setMessages.childSetsFailed}
    />
  );
}
