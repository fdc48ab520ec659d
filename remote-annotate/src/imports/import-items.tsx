import type { ImportItem, ImportOutcome } from '@console/shared-contract/api';
import { Pager } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { importMessages } from './data/import-messages';
import { ITEMS_PER_PAGE, useImportItems } from './data/imports.queries';
import { TwoLines } from '../exchange/two-lines';

const texts = importMessages.items;
const columns: readonly Column<ImportItem>[] = [
  { id: 'path', header: texts.columns.path, cell: ({ path, reason }) => <TwoLines name={path} details={reason ?? ''} /> },
];
const getRowId = ({ number }: ImportItem) => String(number);

/** Lists the images of an import with a selected outcome (such as failed), and the reason for each image. */
export function ImportItems({ id, outcomes }: { id: string; outcomes: readonly (readonly [ImportOutcome, number])[] }) {
  const [firstOutcome] = outcomes;
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [page, setPage] = useState(1);
  const selectedOutcome = outcome ?? firstOutcome?.[0] ?? 'failed';
  const { data, error, refetch } = useImportItems(id, selectedOutcome, page);
  return (
    <>
      <SelectField
        label={texts.show}
        choices={outcomes.map(([value, count]) => ({
          value,
          label: `${importMessages.outcomes[value]} (${count.toLocaleString('en')})`,
        }))}
        value={selectedOutcome}
        onChange={(value) => {
          setOutcome(outcomes.find(([item]) => item === value)?.[0] ?? null);
          setPage(1);
        }}
      />
      <DataTable
        label={importMessages.outcomes[selectedOutcome]}
        columns={columns}
        rows={data?.results}
        rowId={getRowId}
        error={error}
        onRetry={() => void refetch()}
        empty={texts.none}
      />
      {(data?.count ?? 0) > ITEMS_PER_PAGE && (
        <Pager page={page} pageSize={ITEMS_PER_PAGE} total={data?.count ?? 0} onPageChange={setPage} />
      )}
    </>
  );
}
