import { api, sendAsChangeSet, useWorkspace } from '@console/shared-auth';
import type { DisputedGroupDetails, DisputedMember } from '@console/shared-contract/api';
import { Button, Caption1, EmptyState, makeStyles, Thumbnail, tokens, useNotify } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { adjudicationMessages } from './adjudication-messages';
import { SubmitDecision } from './submit-decision';
import { useDecisionFrame } from './use-decision-frame';
import { useDecisionKeys } from './use-decision-keys';

const THUMBNAIL_SIZE = 112;
const useStyles = makeStyles({
  frame: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    scrollMarginTop: '48px',
    borderRadius: tokens.borderRadiusMedium,
    outlineOffset: '2px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  members: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  member: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalS,
    minWidth: 0,
    overflowWrap: 'anywhere',
    textAlign: 'center',
    borderRadius: tokens.borderRadiusMedium,
    border: `2px solid ${tokens.colorNeutralStroke2}`,
    scrollMarginBlock: '64px',
  },
  current: { border: `2px solid ${tokens.colorBrandStroke1}` },
  removed: { opacity: 0.4 },
  removers: { color: tokens.colorPaletteRedForeground1 },
  hint: { color: tokens.colorNeutralForeground3 },
});

/** For each member, whether the group keeps it. Null while the reviewer must decide. */
type Choices = readonly (boolean | null)[];

/** Returns the choices of the majority. The choice for a tie is null. */
const createChoices = ({ members, users }: DisputedGroupDetails): Choices =>
  members.map((member) => (2 * member.users.length === users.length ? null : 2 * member.users.length > users.length));

interface GroupDecisionProps {
  jobId: string;
  item: DisputedGroupDetails;
  /** Called after the decision is stored. */
  onSubmitted: () => void;
  /** Called after the user has undone the decision. */
  onUndone: () => void;
}

/** The screen where a reviewer decides on one group, member by member. Mount a new instance for each group. */
export function GroupDecision({ jobId, item: disputedGroup, onSubmitted, onUndone }: GroupDecisionProps) {
  const styles = useStyles();
  const notify = useNotify();
  const { members, users } = disputedGroup;
  const [choices, setChoices] = useState(() => createChoices(disputedGroup));
  const [currentIndex, setCurrentIndex] = useState(0);
  const goToMember = (index: number) => {
    const nextIndex = Math.max(0, Math.min(members.length - 1, index));
    setCurrentIndex(nextIndex);
    decisionFrame.ref.current?.querySelectorAll('li')[nextIndex]?.scrollIntoView?.({ block: 'nearest' });
  };
  const chooseForMember = (index: number, isKept: boolean) => {
    setChoices(choices.map((choice, position) => (position === index ? isKept : choice)));
    goToMember(index + 1);
  };
  const hasKept = (index: number, userIndex: number) => members[index]?.users.includes(users[userIndex]?.id ?? '') === true;
  const chooseAllOfUser = (userIndex: number) => setChoices(members.map((_, index) => hasKept(index, userIndex)));
  const submission = useSubmission(jobId, disputedGroup, onUndone);
  const submit = async () => {
    const undecidedIndex = choices.indexOf(null);
    if (undecidedIndex >= 0) {
      goToMember(undecidedIndex);
      notify.warning({ title: adjudicationMessages.submitUndecided });
      return;
    }
    if (await submission.submit(members.flatMap(({ id }, index) => (choices[index] === true ? [id] : [])))) onSubmitted();
  };
  const actions = {
    chooseUser: (userIndex: number) => chooseForMember(currentIndex, hasKept(currentIndex, userIndex)),
    chooseLayer: chooseAllOfUser,
    chooseProposal: () => chooseForMember(currentIndex, true),
    chooseNone: () => chooseForMember(currentIndex, false),
    goToNext: () => goToMember(currentIndex + 1),
    goToPrevious: () => goToMember(currentIndex - 1),
    toggleZoom: () => undefined,
    submit: () => void submit(),
  };
  const decisionFrame = useDecisionFrame(useDecisionKeys(actions, users.length));
  const undecidedCount = choices.filter((choice) => choice === null).length;
  return (
    <div {...decisionFrame} className={styles.frame}>
      <div className={styles.bar}>
        {users.map(({ id, username }, index) => (
          <Button
            key={id}
            size="small"
            aria-label={adjudicationMessages.likeAnnotator(username)}
            title={adjudicationMessages.likeAnnotator(username)}
            onClick={() => chooseAllOfUser(index)}
          >
            {`${'ABCD'[index] ?? ''} ${username}`}
          </Button>
        ))}
        <SubmitDecision undecidedCount={undecidedCount} isPending={submission.isPending} onSubmit={actions.submit} />
      </div>
      <Caption1 className={styles.hint}>{adjudicationMessages.memberKeys}</Caption1>
      {members.length === 0 && <EmptyState>{adjudicationMessages.noMembers}</EmptyState>}
      <ul className={styles.members} aria-label={adjudicationMessages.members}>
        {members.map((member, index) => (
          <Member
            key={member.id}
            member={member}
            users={users}
            choice={choices[index] ?? null}
            isCurrent={index === currentIndex}
            onChoose={(isKept) => chooseForMember(index, isKept)}
          />
        ))}
      </ul>
    </div>
  );
}

interface MemberProps {
  member: DisputedMember;
  users: DisputedGroupDetails['users'];
  choice: boolean | null;
  isCurrent: boolean;
  onChoose: (isKept: boolean) => void;
}

function Member({ member, users, choice, isCurrent, onChoose }: MemberProps) {
  const styles = useStyles();
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const name = member.name ?? adjudicationMessages.memberKinds[member.kind];
  const listUsers = ({ hasKept }: { hasKept: boolean }) =>
    users.filter(({ id }) => member.users.includes(id) === hasKept).map(({ username }) => username);
  const usersWhoRemoved = listUsers({ hasKept: false });
  return (
    <li aria-label={name} aria-current={isCurrent} className={`${styles.member} ${isCurrent ? styles.current : ''}`}>
      <span className={choice === false ? styles.removed : undefined}>
        <Thumbnail src={member.thumb_img_path} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
      </span>
      {name}
      <Caption1>{adjudicationMessages.keptBy(listUsers({ hasKept: true }))}</Caption1>
      {usersWhoRemoved.length > 0 && (
        <Caption1 className={styles.removers}>{adjudicationMessages.removedBy(usersWhoRemoved)}</Caption1>
      )}
      <span className={styles.bar}>
        {[true, false].map((isKept) => (
          <Button
            key={String(isKept)}
            size="small"
            appearance={choice === isKept ? 'primary' : 'secondary'}
            aria-pressed={choice === isKept}
            onClick={() => onChoose(isKept)}
          >
            {isKept ? adjudicationMessages.keep : adjudicationMessages.remove}
          </Button>
        ))}
      </span>
    </li>
  );
}

/** Sends the decision as one change set, so that all of it is undone together, and offers to undo it. */
function useSubmission(jobId: string, { group, version }: DisputedGroupDetails, onUndone: () => void) {
  const offerUndo = useUndoNotice();
  const changedTopics = [{ topic: 'jobs', id: jobId }, { topic: 'groups' }] as const;
  const submissionWrite = useWrite({
    send: (members: readonly string[]) =>
      sendAsChangeSet(['adjudicate', jobId, group, version], (options) =>
        api.call('POST /annotate/v2/similarityjob/{id}/adjudicate', {
          params: { id: jobId },
          body: { item: group, version, members: [...members] },
          ...options,
        }),
      ),
    failure: adjudicationMessages.submitFailed,
    reasons: { 409: adjudicationMessages.groupChanged },
    changes: () => changedTopics,
  });
  return {
    isPending: submissionWrite.isPending,
    submit: async (members: readonly string[]): Promise<boolean> => {
      const outcome = await submissionWrite.send(members);
      if (!outcome?.ok) return false;
      const { changeSet } = outcome.result;
      offerUndo(adjudicationMessages.submittedMembers(members.length), { changeSet, changes: changedTopics, onUndone });
      return true;
    },
  };
}
