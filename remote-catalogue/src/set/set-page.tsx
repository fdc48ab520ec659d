import type { ProductSet } from '@console/shared-contract/api';
import { CopyButton, formatDateTime, OpenIcon, Page, Section, Facts } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { type Column, DataTable } from '@console/shared-ui/table';
import { Link, useParams } from 'react-router-dom';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { SetProducts } from './set-products';
import { useChildSets, useSet } from './set.queries';

const childColumns: Column<ProductSet>[] = [
  { id: 'name', header: messages.columns.name, cell: (set) => set.name },
  { id: 'year', header: messages.columns.year, cell: (set) => String(set.year ?? '–'), width: '96px' },
  {
    id: 'completed',
    header: messages.columns.completed,
    cell: (set) => <Verdict yes={set.completed} yesLabel={messages.sets.completed} noLabel={messages.sets.notCompleted} />,
    width: '112px',
  },
];

export function SetPage() {
  const { id = '' } = useParams();
  const set = useSet(id);
  const children = useChildSets(id);
  const collections = useCollections();
  const { data } = set;
  return (
    <Page title={data?.name ?? messages.set.title}>
      <QueryState query={set} notFound={messages.set.notFound}>
        {(row) => (
          <>
            <Section title={messages.set.facts}>
              <Facts
                values={{
                  [messages.columns.id]: (
                    <>
                      {row.id} <CopyButton text={row.id} what="id" />
                    </>
                  ),
                  [messages.columns.completed]: (
                    <Verdict yes={row.completed} yesLabel={messages.sets.completed} noLabel={messages.sets.notCompleted} />
                  ),
                  [messages.columns.year]: row.year ?? '–',
                  [messages.columns.collection]: describeCollection(collections.data, row.product_collection).name,
                  [messages.columns.parentSet]: row.parent ? (
                    <Link to={`/set/${row.parent}`}>{row.parent_name}</Link>
                  ) : (
                    messages.set.topLevel
                  ),
                  [messages.columns.created]: formatDateTime(row.created),
                }}
              />
            </Section>
            <SetProducts setId={row.id} />
            <Section title={messages.set.childSets} count={children.data?.length}>
              <DataTable
                label={messages.set.childSets}
                columns={childColumns}
                rows={children.data}
                rowId={(row) => row.id}
                rowActions={(row) => [{ label: messages.sets.open, icon: <OpenIcon />, to: `/set/${row.id}` }]}
                error={children.error}
                onRetry={() => void children.refetch()}
                empty={messages.set.noChildSets}
              />
            </Section>
          </>
        )}
      </QueryState>
    </Page>
  );
}
