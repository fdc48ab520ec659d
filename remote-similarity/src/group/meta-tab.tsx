import type { GroupDetail } from '@console/shared-contract/api';
import { JsonForm, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { saveMetaData } from './group.queries';

const words = messages.tabs;

/** Meta data of a group as JSON. */
export function MetaTab({ group }: { group: GroupDetail }) {
  const write = useWrite({
    send: (value: unknown) => saveMetaData(group, value),
    success: { title: words.metaSaved },
    failure: words.metaFailed,
    reasons: { 409: messages.groupForm.stale },
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  return <JsonForm label={words.metaEditor} saveLabel={words.saveMeta} value={group.meta_data} onSave={write.send} />;
}
