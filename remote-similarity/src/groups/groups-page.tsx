import { Page, Section } from '@console/shared-ui/basics';
import { SectionLinks, useUrlParams } from '@console/shared-ui/pages';
import { groupListParams } from '../browser/group-filters';
import { GroupsBrowser } from '../browser/groups-browser';
import { messages } from '../messages';
import { TasksAndTypes } from '../tasks-and-types/tasks-and-types';

const groupsMessages = messages.groups;
const sections = [
  { anchor: 'tasks', title: groupsMessages.tasks },
  { anchor: 'types', title: groupsMessages.types },
  { anchor: 'manage', title: groupsMessages.manageLink },
  { anchor: 'groups', title: groupsMessages.list },
];

export function GroupsPage() {
  const params = useUrlParams(groupListParams);
  return (
    <Page title={groupsMessages.title}>
      <SectionLinks label={groupsMessages.onThisPage} sections={sections} />
      <TasksAndTypes />
      <Section title={groupsMessages.list} anchor="groups">
        <GroupsBrowser params={params} />
      </Section>
    </Page>
  );
}
