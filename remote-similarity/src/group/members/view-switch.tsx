import { Tab, TabList } from '@console/shared-ui/tabs';
import { memberMessages } from '../../group-data/member-messages';
import type { MemberView } from './member-section';

/** Switches between grid and table. */
export function ViewSwitch({ view, onChange }: { view: MemberView; onChange: (view: MemberView) => void }) {
  return (
    <TabList
      size="small"
      aria-label={memberMessages.view}
      selectedValue={view}
      onTabSelect={(_, { value }) => onChange(value as MemberView)}
    >
      <Tab value="grid">{memberMessages.grid}</Tab>
      <Tab value="table">{memberMessages.table}</Tab>
    </TabList>
  );
}
