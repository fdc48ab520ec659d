import type { GroupDetail } from '@console/shared-contract/api';
import { JsonForm } from '@console/shared-ui/details';
import { useWrite } from '@console/shared-ui/pages';
import { groupTabMessages } from '../group-data/group-tab-messages';
import { groupFormMessages } from '../forms/group-form-messages';
import { saveMetaData } from '../group-data/group.queries';

const tabsMessages = groupTabMessages;

/** JSON editor for the meta data of a group. */
export function MetaTab({ group }: { group: GroupDetail }) {
  const write = useWrite({
    send: (value: unknown) => saveMetaData(group, value),
    success: { title: tabsMessages.metaSaved },
    failure: tabsMessages.metaFailed,
    reasons: { 409: groupFormMessages.stale },
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  return (
    <JsonForm label={tabsMessages.metaEditor} saveLabel={tabsMessages.saveMeta} value={group.meta_data} onSave={write.send} />
  );
}
