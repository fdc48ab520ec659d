import { sendAsChangeSet } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import { ConfirmDialog, makeStyles, Thumbnail, tokens, TrainTestBadge } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import { mergeGroup, useGroup } from '../group-data/group.queries';
import { listThumbnailMembers } from '../group-data/members';
import { groupPageMessages } from '../group-data/group-page-messages';
import { commonMessages } from '../common/common-messages';
import { rowActionsMessages } from './browser-messages';

/** Maximum number of thumbnails per group. */
const MAX_THUMBNAILS = 12;

const useStyles = makeStyles({
  sides: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
    gap: tokens.spacingHorizontalL,
    marginTop: tokens.spacingVerticalM,
  },
  side: { minWidth: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, overflowWrap: 'anywhere' },
  thumbnails: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

interface MergeDialogProps {
  /** Id of the group that remains after the merge. */
  base: string;
  /** The group that is merged into `base` and then deleted. */
  group: GroupRow;
  onMerged?: (groupId: string) => void;
  onClose: () => void;
}

/** Confirms a merge and shows both groups side by side. */
export function MergeDialog({ base, group, onMerged, onClose }: MergeDialogProps) {
  const styles = useStyles();
  const offerUndo = useUndoNotice();
  const write = useWrite({
    send: () => sendAsChangeSet(['merge', base, group.id], (options) => mergeGroup(base, group.id, options)),
    failure: rowActionsMessages.mergeFailed,
    failureIn: 'warning',
    changes: () => [{ topic: 'groups', ids: [group.id] }],
  });
  const confirmMerge = async () => {
    const result = await write.send();
    if (result?.ok) {
      offerUndo(rowActionsMessages.merged(group.name), { changeSet: result.result.changeSet, changes: [{ topic: 'groups' }] });
      onMerged?.(group.id);
    }
    if (result) onClose();
  };
  return (
    <ConfirmDialog
      title={rowActionsMessages.mergeTitle}
      confirmLabel={rowActionsMessages.merge}
      busy={write.isPending}
      onConfirm={() => void confirmMerge()}
      onCancel={onClose}
    >
      {rowActionsMessages.mergeText(group.name)}
      <div className={styles.sides}>
        <MergedGroupPreview title={rowActionsMessages.target} id={base} />
        <MergedGroupPreview title={rowActionsMessages.source} id={group.id} />
      </div>
    </ConfirmDialog>
  );
}

function MergedGroupPreview({ title, id }: { title: string; id: string }) {
  const styles = useStyles();
  const group = useGroup(id);
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.name}>{title}</h3>
      <QueryState query={group} notFound={groupPageMessages.notFound}>
        {(row) => (
          <>
            <strong className={styles.name}>{row.name}</strong>
            <span>
              <TrainTestBadge test={row.test_group} /> {row.type?.name ?? commonMessages.noType}
            </span>
            <span>{rowActionsMessages.members(row.images_count, row.objects_count, row.groups_count)}</span>
            <div className={styles.thumbnails}>
              {listThumbnailMembers(row)
                .slice(0, MAX_THUMBNAILS)
                .map(({ key, thumb }) => (
                  <Thumbnail key={key} src={thumb} alt="" width={56} height={56} />
                ))}
            </div>
          </>
        )}
      </QueryState>
    </section>
  );
}
