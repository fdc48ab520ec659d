import { Page, Section } from '@console/shared-ui/basics';
import { GroupsBrowser } from '../browser/groups-browser';
import { messages } from '../messages';
import { TasksAndTypes } from './tasks-and-types';

export function GroupsPage() {
  return (
    <Page title={messages.groups.title}>
      <TasksAndTypes />
      <Section title={messages.groups.list}>
        <GroupsBrowser />
      </Section>
    </Page>
  );
}
