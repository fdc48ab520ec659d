import type { Import } from '@console/shared-contract/api';
import { DeleteIcon, formatDateTime, OpenIcon, Pager } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { importMessages } from './data/import-messages';
import { hasRestarted, isInProgress, useImports } from './data/imports.queries';
import { TwoLines } from '../exchange/two-lines';

const texts = importMessages.list;
const PAGE_SIZE = 10;

const countImages = ({ result, plan }: Import) => {
  if (result) return result.pictures.added + result.pictures.here;
  return plan ? plan.pictures.new + plan.pictures.here : null;
};

const describeState = (row: Import) => (hasRestarted(row) ? texts.restarted : importMessages.states[row.state]);

const columns: readonly Column<Import>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    // Show the state and the image count below the name. Separate columns would not fit into a narrow window.
    cell: (row) => <TwoLines name={row.name} details={texts.details(describeState(row), countImages(row))} />,
  },
  {
    id: 'begun',
    header: texts.columns.started,
    cell: ({ created, created_by: creator }) => (
      <TwoLines name={formatDateTime(created)} details={creator?.username ?? texts.noCreator} />
    ),
    width: '96px',
  },
];
const getRowId = ({ id }: Import) => id;

/** Lists past and current imports. */
export function ImportList({ onOpen, onForget }: { onOpen: (id: string) => void; onForget: (row: Import) => void }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useImports(page, PAGE_SIZE);
  return (
    <>
      <DataTable
        label={texts.label}
        columns={columns}
        rows={data?.results}
        rowId={getRowId}
        error={error}
        onRetry={() => void refetch()}
        empty={texts.none}
        actionsWidth="92px"
        onRowClick={({ id }) => onOpen(id)}
        rowActions={(row) => [
          { label: texts.open, icon: <OpenIcon />, onClick: () => onOpen(row.id) },
          { label: texts.forget, icon: <DeleteIcon />, onClick: () => onForget(row), disabled: isInProgress(row) },
        ]}
      />
      {(data?.count ?? 0) > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={data?.count ?? 0} onPageChange={setPage} />
      )}
    </>
  );
}
