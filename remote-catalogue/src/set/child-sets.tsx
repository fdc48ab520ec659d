import type { ProductSet } from '@console/shared-contract/api';
import { OpenIcon, Pager } from '@console/shared-ui/basics';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction } from '@console/shared-ui/table';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { CHILD_SET_PAGE_SIZE, useChildSets } from './set.queries';

const words = messages.set;
const childrenInAddress = defineUrlParams({ page: param.page() }, 'child-');

const columns: Column<ProductSet>[] = [
  { id: 'name', header: messages.columns.name, cell: (set) => set.name },
  { id: 'year', header: messages.columns.year, cell: (set) => String(set.year ?? '–'), width: '96px' },
  {
    id: 'completed',
    header: messages.columns.completed,
    cell: (set) => <Verdict yes={set.completed} yesLabel={messages.sets.completed} noLabel={messages.sets.notCompleted} />,
    width: '112px',
  },
];
const idOf = (set: ProductSet) => set.id;
const actionsOf = (set: ProductSet): readonly RowAction[] => [
  { label: messages.sets.open, icon: <OpenIcon />, to: `/set/${set.id}` },
];

/** The sets within a set, in pages. */
export function ChildSets({ setId }: { setId: string }) {
  const { values, set } = useUrlParams(childrenInAddress);
  const children = useChildSets(setId, values.page);
  return (
    <QueryState query={children} failed={words.childSetsFailed}>
      {({ results, count }) => (
        <>
          <DataTable
            label={words.childSets}
            columns={columns}
            rows={results}
            rowId={idOf}
            rowActions={actionsOf}
            actionsWidth="64px"
            empty={words.noChildSets}
          />
          {count > CHILD_SET_PAGE_SIZE && (
            <Pager page={values.page} pageSize={CHILD_SET_PAGE_SIZE} total={count} onPageChange={(page) => set({ page })} />
          )}
        </>
      )}
    </QueryState>
  );
}
