import { Button, ChevronDownIcon, ChevronRightIcon, Page, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { useId } from 'react';
import { groupListParams } from '../browser/group-filters';
import { GroupsBrowser } from '../browser/groups-browser';
import { groupListMessages } from '../common/group-list-messages';
import { TasksAndTypes } from '../tasks-and-types/tasks-and-types';

const groupsMessages = groupListMessages;
/**
 * `settings`: whether tasks and types are shown. `task`: id of the task whose types are managed; a link with this id also shows
 * tasks and types.
 */
const pageParams = defineUrlParams({ settings: param.flag(), task: param.id() });

/** Groups of the workspace. Tasks and types, which are rarely changed, are folded above the list. */
export function GroupsPage() {
  const params = useUrlParams(groupListParams);
  const { values, set } = useUrlParams(pageParams);
  const settingsId = useId();
  const areSettingsShown = values.settings || values.task !== '';
  return (
    <Page title={groupsMessages.title}>
      <div>
        <Button
          appearance="subtle"
          icon={areSettingsShown ? <ChevronDownIcon /> : <ChevronRightIcon />}
          aria-expanded={areSettingsShown}
          aria-controls={areSettingsShown ? settingsId : undefined}
          onClick={() => set({ settings: !areSettingsShown, task: '' })}
        >
          {groupsMessages.tasksAndTypes}
        </Button>
      </div>
      {areSettingsShown && (
        <div id={settingsId} style={{ display: 'contents' }}>
          <TasksAndTypes />
        </div>
      )}
      <Section title={groupsMessages.list} anchor="groups">
        <GroupsBrowser params={params} />
      </Section>
    </Page>
  );
}
