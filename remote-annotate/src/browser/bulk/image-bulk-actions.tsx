import { useHasService, useSession, useWorkspace } from '@console/shared-auth';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { AddToGoldButton, BulkActions, type BulkDialogProps } from '@console/shared-ui/bulk';
import { useMemo, type ReactNode } from 'react';
import type { ListQuery } from '../data/filters';
import type { Selection } from '../selection/use-selection';
import { PreLabelButton } from '../pre-label/pre-label-button';
import { bulkMessages } from './bulk-messages';
import { ImageChangeDialog } from './image-change-dialog';
import { createImageBulkChanges, IMAGE_CHANGES } from './image-changes';

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

const SERVICES = {
  verify: 'annotate',
  'nothing-to-annotate': 'annotate',
  withdraw: 'annotate',
  'add-label': 'recognition',
  'remove-label': 'recognition',
  'add-to-job': 'annotate',
  'remove-from-job': 'annotate',
  'add-to-group': 'custom-similarity',
  'remove-from-group': 'custom-similarity',
} as const;

const menu = {
  label: bulkMessages.menu,
  dividersBefore: ['real', 'verify', 'add-label', 'add-to-job', 'add-to-group', 'set-meta', 'delete'],
} as const;

const dialogs = Object.fromEntries(
  IMAGE_CHANGES.filter((change) => change !== 'delete').map((change) => [
    change,
    (props: BulkDialogProps<ListQuery>): ReactNode => <ImageChangeDialog change={change} {...props} />,
  ]),
);

interface ImageBulkActionsProps {
  selection: Selection;
  filter: ListQuery;
  /** The number of images that match the search. */
  total: number;
}

/** The menu of bulk changes to the selected images. Changes that need a service which the workspace does not have are hidden. */
export function ImageBulkActions({ selection, filter, total }: ImageBulkActionsProps) {
  const styles = useStyles();
  const { user } = useSession();
  const { workspaceId } = useWorkspace();
  const services = {
    annotate: useHasService('annotate'),
    recognition: useHasService('recognition'),
    'custom-similarity': useHasService('custom-similarity'),
  };
  const bulk = useMemo(
    () => createImageBulkChanges((ids) => abandonUnsentChanges(user?.id ?? '', workspaceId ?? '', ids)),
    [user?.id, workspaceId],
  );
  const availableChanges = IMAGE_CHANGES.filter(
    (change) => !(change in SERVICES) || services[SERVICES[change as keyof typeof SERVICES]],
  );
  const selectionForDialogs = selection.all
    ? { query: filter, total }
    : { images: [...selection.ids], total: selection.ids.size };
  return (
    <div className={styles.actions}>
      <BulkActions
        list={{ selection, filter, total }}
        bulk={bulk}
        available={availableChanges}
        menu={menu}
        hasRangeSelection={false}
        dialogs={dialogs}
      />
      {services.annotate && <AddToGoldButton kind="images" ids={selection.all ? null : [...selection.ids]} />}
      {selectionForDialogs.total > 0 && <PreLabelButton selection={selectionForDialogs} />}
    </div>
  );
}

/** Discards unsent changes of deleted images. The server would reject these changes, and the user would have to decide about each. */
async function abandonUnsentChanges(userId: string, workspaceId: string, ids: readonly string[]): Promise<void> {
  // Load the outbox only now, because its code is large and lists do not need it.
  const { getConsoleOutboxes } = await import('../../outbox/console/console-outboxes');
  const outbox = getConsoleOutboxes().getOutbox(userId, workspaceId);
  for (const id of ids) await outbox.abandonImage(id);
}
