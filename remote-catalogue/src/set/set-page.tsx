import { announce } from '@console/shared-auth';
import type { ProductSet } from '@console/shared-contract/api';
import { Section } from '@console/shared-ui/basics';
import { EntityPage, JsonForm } from '@console/shared-ui/details';
import { defineUrlParams, param, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { commonMessages } from '../common/common-messages';
import { setMessages } from './set-messages';
import { ChildSets } from './child-sets';
import { SetHead } from './set-head';
import { SetProducts } from './set-products';
import { saveSetMeta, useSet } from './set.queries';

const TABS = ['meta', 'children'] as const;
const tabParams = defineUrlParams({ tab: param.oneOf(TABS, 'meta') });

export function SetPage() {
  const { id = '' } = useParams();
  const { title, notFound } = setMessages;
  return (
    <EntityPage query={useSet(id)} title={title} describe={({ name }) => ({ title: name })} notFound={notFound} failed={notFound}>
      {(row) => (
        <>
          <SetHead key={row.id} set={row} onRefresh={() => void announce({ topic: 'product-sets' })} />
          <SetProducts key={`products ${row.id}`} setId={row.id} />
          <SetTabs key={`tabs ${row.id}`} set={row} />
        </>
      )}
    </EntityPage>
  );
}

function SetTabs({ set }: { set: ProductSet }) {
  const tabs = useUrlParams(tabParams);
  const { tab } = tabs.values;
  const [hasShownMeta, setHasShownMeta] = useState(tab === 'meta');
  if (tab === 'meta' && !hasShownMeta) setHasShownMeta(true);
  return (
    <Section title={setMessages.more}>
      <TabList
        aria-label={setMessages.more}
        selectedValue={tab}
        onTabSelect={(_, { value }) => tabs.set({ tab: value as (typeof TABS)[number] })}
      >
        <Tab value="meta">{setMessages.meta}</Tab>
        <Tab value="children">{setMessages.childSets}</Tab>
      </TabList>
      {/* The tab stays mounted after its first use, so that unsaved text survives a switch of tabs. */}
      {hasShownMeta && (
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
    success: { title: setMessages.updated },
    failure: setMessages.updateFailed,
    reasons: { 409: commonMessages.stale },
    changes: () => [{ topic: 'product-sets' }],
  });
  return <JsonForm label={setMessages.meta} saveLabel={setMessages.saveMeta} value={set.meta_data} onSave={write.send} />;
}
