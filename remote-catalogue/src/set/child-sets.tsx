import type { ProductSet } from '@console/shared-contract/api';
import { OpenIcon, Pager } from '@console/shared-ui/basics';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction } from '@console/shared-ui/table';
import { BooleanIcon } from '../collections/boolean-icon';
import { messages } from '../messages';
import { CHILD_SET_PAGE_SIZE, useChildSets } from './set.queries';

const setMessages = messages.set;
const listParams = defineUrlParams({ page: param.page() }, 'child-');

const columns: Column<ProductSet>[] = [
  { id: 'name', header: messages.columns.name, cell: (set) => set.name },
  { id: 'year', header: messages.columns.year, cell: (set) => String(set.year ?? '–'), width: '96px' },
  {
    id: 'completed',
    header: messages.columns.completed,
    cell: (set) => (
      <BooleanIcon value={set.completed} trueLabel={messages.sets.completed} falseLabel={messages.sets.notCompleted} />
    ),
    width: '112px',
  },
];
const getRowId = (set: ProductSet) => set.id;
const getRowActions = (set: ProductSet): readonly RowAction[] => [
  { label: messages.sets.open, icon: <OpenIcon />, to: `/set/${set.id}` },
];

/** Paged table of the child sets of a set. */
export function ChildSets({ setId }: { setId: string }) {
  const { values, set } = useUrlParams(listParams);
  const children = useChildSets(setId, values.page);
  return (
    <QueryState query={children} failed={setMessages.childSetsFailed}>
      {({ results, count }) => (
        <>
          <DataTable
            label={setMessages.childSets}
            columns={columns}
            rows={results}
            rowId={getRowId}
            rowActions={getRowActions}
            actionsWidth="64px"
            empty={setMessages.noChildSets}
          />
          {count > CHILD_SET_PAGE_SIZE && (
            <Pager page={values.page} pageSize={CHILD_SET_PAGE_SIZE} total={count} onPageChange={(page) => set({ page })} />
          )}
        </>
      )}
    </QueryState>
  );
}
