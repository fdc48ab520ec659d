import { Button, makeStyles, RealProductBadge, tokens, Tooltip, TrainTestBadge } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { Member } from './members';
import type { MemberWrites } from './use-member-writes';

const words = messages.members;
const useStyles = makeStyles({ flag: { minWidth: 0, padding: tokens.spacingHorizontalXXS } });

interface FlagProps {
  member: Member;
  writes: MemberWrites;
}

/** TRAIN or TEST; a click switches it. */
export function TestFlag({ member, writes }: FlagProps) {
  const styles = useStyles();
  return (
    <Tooltip content={words.switchTest(member.name, !member.test)} relationship="label">
      <Button
        appearance="transparent"
        size="small"
        className={styles.flag}
        onClick={() => writes.setTest([member], !member.test)}
      >
        <TrainTestBadge test={member.test} />
      </Button>
    </Tooltip>
  );
}

/** REAL or PRODUCT; a click switches it. Of an object it is its picture's. */
export function RealFlag({ member, writes }: FlagProps) {
  const styles = useStyles();
  if (member.real === null) return null;
  return (
    <Tooltip content={words.switchReal(member.name, !member.real)} relationship="label">
      <Button
        appearance="transparent"
        size="small"
        className={styles.flag}
        onClick={() => writes.setReal([member], !member.real)}
      >
        <RealProductBadge real={member.real} />
      </Button>
    </Tooltip>
  );
}
