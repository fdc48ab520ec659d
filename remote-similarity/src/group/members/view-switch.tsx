import { Tab, TabList } from '@console/shared-ui/tabs';
import { messages } from '../../messages';
import type { MemberView } from './member-section';

const membersMessages = messages.members;

/** Switches between grid and table. */
export function ViewSwitch({ view, onChange }: { view: MemberView; onChange: (view: MemberView) => void }) {
  return (
    <TabList
      size="small"
      aria-label={membersMessages.view}
      selectedValue={view}
      onTabSelect={(_, { value }) => onChange(value as MemberView)}
    >
      <Tab value="grid">{membersMessages.grid}</Tab>
      <Tab value="table">{membersMessages.table}</Tab>
    </TabList>
  );
}
