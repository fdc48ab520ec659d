import type { GroupDetail } from '@console/shared-contract/api';
import { Button, JsonEditor, SaveIcon, useUnsaved } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { messages } from '../messages';
import { saveMetaData } from './group.queries';

const words = messages.tabs;

/** Meta data of a group as JSON. */
export function MetaTab({ group }: { group: GroupDetail }) {
  /** What has been typed and not saved; undefined for nothing. */
  const [draft, setDraft] = useState<{ value: unknown }>();
  const [isValid, setValid] = useState(true);
  useUnsaved(draft !== undefined);
  const write = useWrite({
    send: (value: unknown) => saveMetaData(group, value),
    success: { title: words.metaSaved },
    failure: words.metaFailed,
    reasons: { 409: messages.groupForm.stale },
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const save = async () => {
    if (!draft) return;
    const written = await write.send(draft.value);
    if (written?.ok) setDraft(undefined);
  };
  return (
    <>
      <JsonEditor
        label={words.metaEditor}
        value={draft ? draft.value : group.meta_data}
        onChange={(value) => setDraft({ value })}
        onValidityChange={setValid}
        modes={['tree', 'text', 'view']}
      />
      <div>
        <Button icon={<SaveIcon />} disabledFocusable={!draft || !isValid || write.isPending} onClick={() => void save()}>
          {words.saveMeta}
        </Button>
      </div>
    </>
  );
}
