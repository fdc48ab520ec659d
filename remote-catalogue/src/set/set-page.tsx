import { announce, isNotFound } from '@console/shared-auth';
import type { ProductSet } from '@console/shared-contract/api';
import { EmptyState, Page, Section } from '@console/shared-ui/basics';
import { defineUrlParams, JsonForm, param, QueryState, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { useGoneFocus } from '../parts/use-gone-focus';
import { ChildSets } from './child-sets';
import { SetHead } from './set-head';
import { SetProducts } from './set-products';
import { saveSetMeta, useSet } from './set.queries';

const words = messages.set;
const TABS = ['meta', 'children'] as const;
const tabInAddress = defineUrlParams({ tab: param.oneOf(TABS, 'meta') });

export function SetPage() {
  const { id = '' } = useParams();
  const set = useSet(id);
  const isGone = isNotFound(set.error);
  useGoneFocus(isGone);
  return (
    <Page title={(!isGone && set.data?.name) || words.title}>
      {isGone ? (
        <EmptyState>{words.notFound}</EmptyState>
      ) : (
        <QueryState query={set} notFound={words.notFound} failed={words.notFound}>
          {(row) => (
            <>
              <SetHead key={row.id} set={row} onRefresh={() => void announce({ topic: 'product-sets' })} />
              <SetProducts key={`products ${row.id}`} setId={row.id} />
              <SetTabs key={`tabs ${row.id}`} set={row} />
            </>
          )}
        </QueryState>
      )}
    </Page>
  );
}

function SetTabs({ set }: { set: ProductSet }) {
  const address = useUrlParams(tabInAddress);
  const { tab } = address.values;
  const [wasMeta, setWasMeta] = useState(tab === 'meta');
  if (tab === 'meta' && !wasMeta) setWasMeta(true);
  return (
    <Section title={words.more}>
      <TabList
        aria-label={words.more}
        selectedValue={tab}
        onTabSelect={(_, { value }) => address.set({ tab: value as (typeof TABS)[number] })}
      >
        <Tab value="meta">{words.meta}</Tab>
        <Tab value="children">{words.childSets}</Tab>
      </TabList>
      {/* What is typed outlives a look at the other tab. */}
      {wasMeta && (
        <div hidden={tab !== 'meta'}>
          <SetMeta set={set} />
        </div>
      )}
      {tab === 'children' && <ChildSets setId={set.id} />}
    </Section>
  );
}

function SetMeta({ set }: { set: ProductSet }) {
  const write = useWrite({
    send: (meta: unknown) => saveSetMeta(set, meta),
    success: { title: words.updated },
    failure: words.updateFailed,
    reasons: { 409: messages.stale },
    changes: () => [{ topic: 'product-sets' }],
  });
  return <JsonForm label={words.meta} saveLabel={words.saveMeta} value={set.meta_data} onSave={write.send} />;
}
