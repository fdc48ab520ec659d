import { ApiError } from '@console/shared-auth';
import type { GroupDetail, GroupRow } from '@console/shared-contract/api';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { Link } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { GroupForm } from '../forms/group-form';
import { createGroup, fetchGroup, type GroupValues, updateGroup } from '../group-data/group.queries';
import { groupFormMessages } from '../forms/group-form-messages';
import { MergeDialog } from './merge-dialog';

/** The dialog that is open over the list of groups. */
export type GroupsDialogContent = { kind: 'create' } | { kind: 'edit' | 'merge'; group: GroupRow };

/** Renders the dialog that a row action or a button has opened. `baseGroup` is the id of the group to merge into. */
export function GroupsDialog({
  dialog,
  baseGroup,
  onMerged,
  onClose,
}: { dialog: GroupsDialogContent; onClose: () => void } & Pick<GroupsBrowserProps, 'baseGroup' | 'onMerged'>) {
  if (dialog.kind === 'create') return <CreateGroup onClose={onClose} />;
  if (dialog.kind === 'edit') return <EditGroup group={dialog.group} onClose={onClose} />;
  return baseGroup === undefined ? null : (
    <MergeDialog base={baseGroup} group={dialog.group} onMerged={onMerged} onClose={onClose} />
  );
}

function CreateGroup({ onClose }: { onClose: () => void }) {
  const write = useWrite({
    send: createGroup,
    success: ({ id, name }) => ({
      title: groupFormMessages.created,
      // Toasts are rendered outside the router, so `TextLink` cannot be used.
      text: (
        <Link href={`/group/${id}`} target="_blank" rel="noopener">
          {name}
        </Link>
      ),
    }),
    failure: groupFormMessages.createFailed,
    failureIn: 'form',
    changes: () => [{ topic: 'groups' }],
  });
  return (
    <GroupForm
      title={groupFormMessages.create}
      submitLabel={groupFormMessages.createSubmit}
      onSubmit={write.send}
      onClose={onClose}
    />
  );
}

/**
 * Edits the group of a list row. After a conflict, the dialog fetches the group itself, because a reloaded list may no longer
 * contain the group.
 */
function EditGroup({ group, onClose }: { group: GroupRow; onClose: () => void }) {
  const [currentGroup, setCurrentGroup] = useState<EditedGroup>(group);
  const write = useWrite({
    send: (input: { current: EditedGroup; values: GroupValues }) => updateGroup(input.current, input.values),
    success: { title: groupFormMessages.updated },
    failure: groupFormMessages.updateFailed,
    reasons: { 409: groupFormMessages.stale },
    failureIn: 'form',
    changes: () => [{ topic: 'groups' }],
  });
  return (
    <GroupForm
      title={groupFormMessages.edit}
      submitLabel={groupFormMessages.save}
      group={currentGroup}
      onSubmit={async (values) => {
        const result = await write.send({ current: currentGroup, values });
        if (result?.ok === false && isConflict(result.error))
          await fetchGroup(group.id)
            .then(toEditedGroup)
            .then(setCurrentGroup, () => undefined);
        return result;
      }}
      onClose={onClose}
    />
  );
}

type EditedGroup = Pick<GroupRow, 'id' | 'name' | 'description' | 'type' | 'version'>;
const toEditedGroup = ({ type, ...group }: GroupDetail): EditedGroup => ({ ...group, type: type?.id ?? null });
const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;
