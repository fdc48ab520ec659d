import type { GroupDetail } from '@console/shared-contract/api';
import { makeStyles, Section, tokens } from '@console/shared-ui/basics';
import { useOwnAddress } from '@console/shared-ui/pages';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { groupsInAddress } from '../browser/group-filters';
import { GroupsBrowser } from '../browser/groups-browser';
import { messages } from '../messages';
import { AddMembers } from './add-members';
import type { GroupAddress } from './group-address';
import { MetaTab } from './meta-tab';
import { SimilarTab } from './similar-tab';

const words = messages.tabs;
const tabs = ['meta', 'similar', 'image', 'object', 'group', 'merge'] as const;
type TabName = GroupAddress['values']['tab'];
const kindOf = { image: 'images', object: 'objects', group: 'groups' } as const;

const useStyles = makeStyles({
  // Six do not stand beside one another on a phone.
  tabs: { flexWrap: 'wrap' },
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

export interface GroupTabsProps {
  group: GroupDetail;
  tab: TabName;
  onTab: (tab: TabName) => void;
}

/** Meta data of a group, what is added to it, and what is merged into it. */
export function GroupTabs({ group, tab, onTab }: GroupTabsProps) {
  const styles = useStyles();
  return (
    <Section title={words[tab]}>
      <TabList
        aria-label={words.label}
        className={styles.tabs}
        selectedValue={tab}
        onTabSelect={(_, { value }) => onTab(value as TabName)}
      >
        {tabs.map((each) => (
          <Tab key={each} value={each}>
            {words[each]}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" aria-label={words[tab]} className={styles.panel}>
        {tab === 'meta' && <MetaTab group={group} />}
        {tab === 'merge' && <MergeTab id={group.id} />}
        {tab === 'similar' && <SimilarTab group={group} />}
        {tab in kindOf && <AddMembers key={tab} group={group} kind={kindOf[tab as keyof typeof kindOf]} />}
      </div>
    </Section>
  );
}

function MergeTab({ id }: { id: string }) {
  return <GroupsBrowser list={useOwnAddress(groupsInAddress)} baseGroup={id} />;
}
