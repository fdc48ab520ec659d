import type { ImportItem, ImportOutcome } from '@console/shared-contract/api';
import { Pager } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { importMessages } from './data/import-messages';
import { ITEMS_OF_PAGE, useImportItems } from './data/imports.queries';
import { TwoLines } from '../exchange/two-lines';

const words = importMessages.items;
const columns: readonly Column<ImportItem>[] = [
  { id: 'path', header: words.columns.path, cell: ({ path, reason }) => <TwoLines name={path} below={reason ?? ''} /> },
];
const rowId = ({ number }: ImportItem) => String(number);

/** Pictures of an import by what has become of them, with the reason. */
export function ImportItems({ id, outcomes }: { id: string; outcomes: readonly (readonly [ImportOutcome, number])[] }) {
  const [first] = outcomes;
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [page, setPage] = useState(1);
  const shown = outcome ?? first?.[0] ?? 'failed';
  const { data, error, refetch } = useImportItems(id, shown, page);
  return (
    <>
      <SelectField
        label={words.show}
        choices={outcomes.map(([value, count]) => ({
          value,
          label: `${importMessages.outcomes[value]} (${count.toLocaleString('en')})`,
        }))}
        value={shown}
        onChange={(value) => {
          setOutcome(outcomes.find(([each]) => each === value)?.[0] ?? null);
          setPage(1);
        }}
      />
      <DataTable
        label={importMessages.outcomes[shown]}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        error={error}
        onRetry={() => void refetch()}
        empty={words.none}
      />
      {(data?.count ?? 0) > ITEMS_OF_PAGE && (
        <Pager page={page} pageSize={ITEMS_OF_PAGE} total={data?.count ?? 0} onPageChange={setPage} />
      )}
    </>
  );
}
