import type { GroupDetail } from '@console/shared-contract/api';
import { makeStyles, Section, tokens } from '@console/shared-ui/basics';
import { useLocalParams } from '@console/shared-ui/pages';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { useState } from 'react';
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
/** They have a form: what is typed in it outlives a look at another tab. */
const forms: readonly TabName[] = ['meta', 'image', 'object', 'group'];
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
  const [opened, setOpened] = useState<readonly TabName[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const drawn = tabs.filter((each) => each === tab || (forms.includes(each) && opened.includes(each)));
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
      {drawn.map((each) => (
        <div
          key={each}
          role="tabpanel"
          aria-label={words[each]}
          hidden={each !== tab}
          className={each === tab ? styles.panel : undefined}
        >
          {each === 'meta' && <MetaTab group={group} />}
          {each === 'merge' && <MergeTab id={group.id} />}
          {each === 'similar' && <SimilarTab group={group} />}
          {each in kindOf && <AddMembers group={group} kind={kindOf[each as keyof typeof kindOf]} />}
        </div>
      ))}
    </Section>
  );
}

function MergeTab({ id }: { id: string }) {
  return <GroupsBrowser list={useLocalParams(groupsInAddress)} baseGroup={id} />;
}
