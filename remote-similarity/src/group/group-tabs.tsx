import { useCanCall, useSeesWorkspace } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import { makeStyles, Section, tokens } from '@console/shared-ui/basics';
import { useLocalParams } from '@console/shared-ui/pages';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { useState } from 'react';
import { groupListParams } from '../browser/group-filters';
import { GroupsBrowser } from '../browser/groups-browser';
import { groupTabMessages } from '../group-data/group-tab-messages';
import { AddMembers } from './members/add-members';
import type { GroupPageParams } from './group-page-params';
import { MetaTab } from './meta-tab';
import { SimilarTab } from './similar-tab';

const tabsMessages = groupTabMessages;
const TABS = ['meta', 'similar', 'image', 'object', 'group', 'merge'] as const;
type GroupTab = GroupPageParams['values']['tab'];
/** Tabs with a form. They stay mounted after their first use, so that unsaved text survives a switch of tabs. */
const FORM_TABS: readonly GroupTab[] = ['meta', 'image', 'object', 'group'];
const MEMBER_KINDS = { image: 'images', object: 'objects', group: 'groups' } as const;

const useStyles = makeStyles({
  // Six tabs do not fit into one row on a phone.
  tabs: { flexWrap: 'wrap' },
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

interface GroupTabsProps {
  group: GroupDetail;
  tab: GroupTab;
  onTabChange: (tab: GroupTab) => void;
}

/** The tabs whose calls the user's role allows. */
function useOfferedTabs(): readonly GroupTab[] {
  const canAdd = useCanCall<'POST /similarity/training/v2/group/{id}/add-images'>('annotate');
  const canMerge = useCanCall<'POST /similarity/training/v2/group/{id}/merge-groups'>('manage');
  const seesWorkspace = useSeesWorkspace();
  const isOffered = (tab: GroupTab) => {
    if (tab === 'similar') return seesWorkspace;
    if (tab === 'merge') return canMerge;
    return tab in MEMBER_KINDS ? canAdd : true;
  };
  return TABS.filter(isOffered);
}

/** Tabs for the meta data of a group, for adding members, and for merging groups. */
export function GroupTabs({ group, tab: requestedTab, onTabChange }: GroupTabsProps) {
  const styles = useStyles();
  const offeredTabs = useOfferedTabs();
  const tab = offeredTabs.includes(requestedTab) ? requestedTab : 'meta';
  const [openedTabs, setOpened] = useState<readonly GroupTab[]>([tab]);
  if (!openedTabs.includes(tab)) setOpened([...openedTabs, tab]);
  const mountedTabs = TABS.filter((tabName) => tabName === tab || (FORM_TABS.includes(tabName) && openedTabs.includes(tabName)));
  return (
    <Section title={tabsMessages[tab]}>
      <TabList
        aria-label={tabsMessages.label}
        className={styles.tabs}
        selectedValue={tab}
        onTabSelect={(_, { value }) => onTabChange(value as GroupTab)}
      >
        {offeredTabs.map((offeredTab) => (
          <Tab key={offeredTab} value={offeredTab}>
            {tabsMessages[offeredTab]}
          </Tab>
        ))}
      </TabList>
      {mountedTabs.map((mountedTab) => (
        <div
          key={mountedTab}
          role="tabpanel"
          aria-label={tabsMessages[mountedTab]}
          hidden={mountedTab !== tab}
          className={mountedTab === tab ? styles.panel : undefined}
        >
          {mountedTab === 'meta' && <MetaTab group={group} />}
          {mountedTab === 'merge' && <MergeTab id={group.id} />}
          {mountedTab === 'similar' && <SimilarTab group={group} />}
          {mountedTab in MEMBER_KINDS && (
            <AddMembers group={group} kind={MEMBER_KINDS[mountedTab as keyof typeof MEMBER_KINDS]} />
          )}
        </div>
      ))}
    </Section>
  );
}

function MergeTab({ id }: { id: string }) {
  return <GroupsBrowser params={useLocalParams(groupListParams)} baseGroup={id} />;
}
