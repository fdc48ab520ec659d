import { useCanCall, useHasService, useSession } from '@console/shared-auth';
import type { GroupDetail, GroupViolation } from '@console/shared-contract/api';
import {
  Badge,
  Button,
  ButtonRow,
  ConfirmDialog,
  CopyButton,
  DeleteIcon,
  HistoryLink,
  Permitted,
  RefreshIcon,
  Tooltip,
  VerifiedFilledIcon,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import { useDeletion } from '@console/shared-ui/details';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { groupPageMessages } from '../group-data/group-page-messages';
import {
  deleteGroup,
  listGroupViolations,
  setGroupsTestFlag,
  patchGroup,
  deleteGroupVerifications,
  verifyGroup,
} from '../group-data/group.queries';
import { GroupUpload } from './group-upload';

const groupMessages = groupPageMessages;
export interface GroupActionsProps {
  group: GroupDetail;
  /** Hides the Verify button, because the job has its own verification step. */
  inJob: boolean;
  isMoving: boolean;
  onToggleMoving: () => void;
  onRefresh: () => void;
  onDeleted?: () => void;
}

/** The buttons of a group: TRAIN or TEST, verify, move items, upload, refresh and delete. */
export function GroupActions({ group, inJob, isMoving, onToggleMoving, onRefresh, onDeleted }: GroupActionsProps) {
  const { id, test_group: isTest } = group;
  const canMark = useCanCall<'POST /similarity/training/v2/group/update'>('manage');
  const members = group.images_count + group.objects_count + group.groups_count;
  const testWrite = useWrite({
    send: async (test: boolean) => {
      await setGroupsTestFlag([id], test);
      // The server also increments the version of the group.
      await patchGroup(id, (current) => ({ ...current, test_group: test, version: current.version + 1 }));
    },
    failure: groupMessages.switchFailed,
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const deletion = useDeletion<GroupDetail>({
    title: groupMessages.deleteTitle,
    confirmLabel: groupMessages.delete,
    about: ({ name }) => groupMessages.deleteText(name, members),
    dependents: ({ name }) => ({ call: 'GET /similarity/training/v2/group/{id}/dependents', id, name }),
    send: (_row, options) => deleteGroup(id, options),
    deleted: groupMessages.deleted,
    failure: groupMessages.deleteFailed,
    changes: () => [{ topic: 'groups', ids: [] }],
    undoChanges: () => [{ topic: 'groups' }],
    onDeleted,
  });
  const testBadge = (
    <Badge appearance="filled" color={isTest ? 'warning' : 'brand'}>
      {isTest ? groupMessages.testGroup : groupMessages.trainGroup}
    </Badge>
  );
  return (
    <ButtonRow>
      {canMark ? (
        <Tooltip content={groupMessages.switchTo(!isTest)} relationship="description">
          <Button disabledFocusable={testWrite.isPending} onClick={() => void testWrite.send(!isTest)}>
            {testBadge}
          </Button>
        </Tooltip>
      ) : (
        testBadge
      )}
      {!inJob && <VerifyButton group={group} />}
      <Permitted<'POST /similarity/training/v2/group/{id}/move-members'> permission="annotate">
        <Button
          aria-pressed={isMoving}
          appearance={isMoving ? 'primary' : 'secondary'}
          disabled={members === 0}
          onClick={onToggleMoving}
        >
          {groupMessages.moveItems}
        </Button>
      </Permitted>
      <GroupUpload group={id} />
      {!inJob && <HistoryLink subject={{ kind: 'similarity_group', id, name: group.name }} />}
      <CopyButton text={id} what="id" />
      <Tooltip content={groupMessages.refresh} relationship="label">
        <Button appearance="subtle" icon={<RefreshIcon />} onClick={onRefresh} />
      </Tooltip>
      <Permitted<'DELETE /similarity/training/v2/group/{id}'> permission="manage">
        <Tooltip content={groupMessages.delete} relationship="label">
          <Button appearance="subtle" icon={<DeleteIcon />} onClick={() => deletion.open({ row: group })} />
        </Tooltip>
      </Permitted>
      {deletion.dialog}
    </ButtonRow>
  );
}

/** Verifies the group as the signed-in user. If the group is verified, deletes the verifications of all users. */
function VerifyButton({ group: { id, verificationsCount } }: { group: GroupDetail }) {
  const isPermitted = useCanCall<'POST /annotate/v2/similarity-verification/'>('annotate');
  const canVerify = useHasService('annotate') && isPermitted;
  const { user } = useSession();
  const isVerified = verificationsCount > 0;
  const [violations, setViolations] = useState<readonly GroupViolation[]>([]);
  const write = useWrite({
    send: async (isVerifying: boolean) => {
      if (isVerifying) await verifyGroup(id, user?.id ?? '');
      else await deleteGroupVerifications(id);
      await patchGroup(id, (current) => ({ ...current, verificationsCount: isVerifying ? current.verificationsCount + 1 : 0 }));
    },
    failure: (isVerifying) => (isVerifying ? groupMessages.verifyFailed : groupMessages.unverifyFailed),
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const verifyAfterRuleCheck = async () => {
    const violatedRules = await listGroupViolations(id);
    if (violatedRules.length > 0) setViolations(violatedRules);
    else await write.send(true);
  };
  const hasErrors = violations.some(({ level }) => level === 'error');
  if (!canVerify) return isVerified ? <Badge color="success">{groupMessages.verified}</Badge> : null;
  return (
    <>
      {violations.length > 0 && (
        <ConfirmDialog
          title={hasErrors ? groupMessages.refusedTitle : groupMessages.warningTitle}
          confirmLabel={groupMessages.verifyAnyway}
          danger={false}
          confirmDisabled={hasErrors}
          onConfirm={() => {
            setViolations([]);
            void write.send(true);
          }}
          onCancel={() => setViolations([])}
        >
          <ul>
            {violations.map(({ task, rule, level, text }) => (
              <li key={`${task.id} ${rule}`}>{groupMessages.violation(level, text, task.name)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      <Button
        appearance={isVerified ? 'primary' : 'secondary'}
        icon={isVerified ? <VerifiedFilledIcon /> : <VerifiedIcon />}
        title={isVerified ? groupMessages.verifiedHint : undefined}
        aria-pressed={isVerified}
        disabledFocusable={write.isPending}
        onClick={() => void (isVerified ? write.send(false) : verifyAfterRuleCheck())}
      >
        {isVerified ? groupMessages.verified : groupMessages.verify}
      </Button>
    </>
  );
}
