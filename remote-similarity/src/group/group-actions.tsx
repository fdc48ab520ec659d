import { announce, useHasService, useSession } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import {
  Badge,
  Button,
  ConfirmDialog,
  CopyButton,
  DeleteIcon,
  makeStyles,
  RefreshIcon,
  tokens,
  Tooltip,
  VerifiedFilledIcon,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { changeGroups, deleteGroup, markTest, patchGroup, removeVerifications, verify } from './group.queries';
import { UploadButton } from './upload-button';

const words = messages.group;
const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  name: { overflowWrap: 'anywhere' },
});

export interface GroupActionsProps {
  group: GroupDetail;
  /** The job's own step verifies. */
  inJob: boolean;
  isMoving: boolean;
  onMoving: () => void;
  onRefresh: () => void;
  onDeleted?: () => void;
}

/** Buttons of a group: TRAIN or TEST, verification, moving, uploads, refresh, delete. */
export function GroupActions({ group, inJob, isMoving, onMoving, onRefresh, onDeleted }: GroupActionsProps) {
  const styles = useStyles();
  const { id, test_group: isTest } = group;
  const dialog = useDialog<'remove'>();
  const flag = useWrite({
    send: async (test: boolean) => {
      await markTest([id], test);
      // The server counts it as a change of the group.
      await patchGroup(id, (now) => ({ ...now, test_group: test, version: now.version + 1 }));
    },
    failure: words.switchFailed,
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const removal = useWrite({
    send: () => deleteGroup(id),
    failure: words.removeFailed,
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const remove = async (close: () => void) => {
    const written = await removal.send();
    if (!written) return;
    close();
    if (!written.ok) return;
    offerUndo(words.removed, async () => {
      await changeGroups('restore', { groups: [id] });
      await announce({ topic: 'groups' });
    });
    onDeleted?.();
  };
  const offerUndo = useUndoNotice();
  const members = group.images_count + group.objects_count + group.groups_count;
  return (
    <div className={styles.actions}>
      <Tooltip content={words.switchTo(!isTest)} relationship="description">
        <Button disabledFocusable={flag.isPending} onClick={() => void flag.send(!isTest)}>
          <Badge appearance="filled" color={isTest ? 'warning' : 'brand'}>
            {isTest ? words.testGroup : words.trainGroup}
          </Badge>
        </Button>
      </Tooltip>
      {!inJob && <VerifyButton group={group} />}
      <Button aria-pressed={isMoving} appearance={isMoving ? 'primary' : 'secondary'} disabled={members === 0} onClick={onMoving}>
        {words.moveItems}
      </Button>
      <UploadButton group={id} />
      <CopyButton text={id} what="id" />
      <Tooltip content={words.refresh} relationship="label">
        <Button appearance="subtle" icon={<RefreshIcon />} onClick={onRefresh} />
      </Tooltip>
      <Tooltip content={words.remove} relationship="label">
        <Button appearance="subtle" icon={<DeleteIcon />} onClick={() => dialog.open('remove')} />
      </Tooltip>
      <DialogSlot dialog={dialog}>
        {(_, close) => (
          <ConfirmDialog
            open
            title={words.removeTitle}
            busy={removal.isPending}
            onConfirm={() => void remove(close)}
            onCancel={close}
          >
            <span className={styles.name}>{words.removeText(group.name, members)}</span>
          </ConfirmDialog>
        )}
      </DialogSlot>
    </div>
  );
}

/** Verifies as the person who is signed in; once somebody has, a click takes every verification back. */
function VerifyButton({ group: { id, verificationsCount } }: { group: GroupDetail }) {
  const mayVerify = useHasService('annotate');
  const { user } = useSession();
  const isVerified = verificationsCount > 0;
  const write = useWrite({
    send: async (on: boolean) => {
      if (on) await verify(id, user?.id ?? '');
      else await removeVerifications(id);
      await patchGroup(id, (now) => ({ ...now, verificationsCount: on ? now.verificationsCount + 1 : 0 }));
    },
    failure: (on) => (on ? words.verifyFailed : words.unverifyFailed),
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  if (!mayVerify) return isVerified ? <Badge color="success">{words.verified}</Badge> : null;
  return (
    <Button
      appearance={isVerified ? 'primary' : 'secondary'}
      icon={isVerified ? <VerifiedFilledIcon /> : <VerifiedIcon />}
      title={isVerified ? words.verifiedHint : undefined}
      aria-pressed={isVerified}
      disabledFocusable={write.isPending}
      onClick={() => void write.send(!isVerified)}
    >
      {isVerified ? words.verified : words.verify}
    </Button>
  );
}
