import type { Import } from '@console/shared-contract/api';
import { DeleteIcon, formatDateTime, OpenIcon, Pager } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { importMessages } from './data/import-messages';
import { hasBegunAnew, isWorking, useImports } from './data/imports.queries';
import { TwoLines } from '../exchange/two-lines';

const words = importMessages.list;
const PAGE = 10;

const picturesOf = ({ result, plan }: Import) => {
  if (result) return result.pictures.added + result.pictures.here;
  return plan ? plan.pictures.new + plan.pictures.here : null;
};

const stateOf = (row: Import) => (hasBegunAnew(row) ? words.readAnew : importMessages.states[row.state]);

const columns: readonly Column<Import>[] = [
  {
    id: 'name',
    header: words.columns.name,
    // The state and the image count are below the name, because separate columns would not be visible in a narrow window.
    cell: (row) => <TwoLines name={row.name} below={words.about(stateOf(row), picturesOf(row))} />,
  },
  {
    id: 'begun',
    header: words.columns.begun,
    cell: ({ created, created_by: by }) => <TwoLines name={formatDateTime(created)} below={by?.username ?? words.nobody} />,
    width: '96px',
  },
];
const rowId = ({ id }: Import) => id;

/** Lists past and current imports. */
export function ImportList({ onOpen, onForget }: { onOpen: (id: string) => void; onForget: (row: Import) => void }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useImports(page, PAGE);
  return (
    <>
      <DataTable
        label={words.label}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        error={error}
        onRetry={() => void refetch()}
        empty={words.none}
        actionsWidth="92px"
        onRowClick={({ id }) => onOpen(id)}
        rowActions={(row) => [
          { label: words.open, icon: <OpenIcon />, onClick: () => onOpen(row.id) },
          { label: words.forget, icon: <DeleteIcon />, onClick: () => onForget(row), disabled: isWorking(row) },
        ]}
      />
      {(data?.count ?? 0) > PAGE && <Pager page={page} pageSize={PAGE} total={data?.count ?? 0} onPageChange={setPage} />}
    </>
  );
}
