import { Page, Section } from '@console/shared-ui/basics';
import { SectionLinks, useUrlParams } from '@console/shared-ui/pages';
import { groupsInAddress } from '../browser/group-filters';
import { GroupsBrowser } from '../browser/groups-browser';
import { messages } from '../messages';
import { TasksAndTypes } from './tasks-and-types';

const words = messages.groups;
const sections = [
  { anchor: 'tasks', title: words.tasks },
  { anchor: 'types', title: words.types },
  { anchor: 'manage', title: words.manageLink },
  { anchor: 'groups', title: words.list },
];

export function GroupsPage() {
  const list = useUrlParams(groupsInAddress);
  return (
    <Page title={words.title}>
      <SectionLinks label={words.onThisPage} sections={sections} />
      <TasksAndTypes />
      <Section title={words.list} anchor="groups">
        <GroupsBrowser list={list} />
      </Section>
    </Page>
  );
}
