import { Button, makeStyles, RealProductBadge, tokens, TrainTestBadge } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { Member } from './members';
import type { MemberWrites } from './use-member-writes';

const membersMessages = messages.members;
const useStyles = makeStyles({ flag: { minWidth: 0, padding: tokens.spacingHorizontalXXS } });

/** A name and a tooltip of the browser's own: a page of 200 pictures would draw 600 of Fluent's. */
export const getLabelProps = (name: string) => ({ 'aria-label': name, title: name });

interface FlagProps {
  member: Member;
  writes: MemberWrites;
}

/** TRAIN or TEST; a click switches it. */
export function TestFlag({ member, writes }: FlagProps) {
  const styles = useStyles();
  return (
    <Button
      appearance="transparent"
      size="small"
      className={styles.flag}
      {...getLabelProps(membersMessages.switchTest(member.name, !member.test))}
      onClick={() => writes.setTest([member], !member.test)}
    >
      <TrainTestBadge test={member.test} />
    </Button>
  );
}

/** REAL or PRODUCT; a click switches it. Of an object it is its picture's. */
export function RealFlag({ member, writes }: FlagProps) {
  const styles = useStyles();
  if (member.real === null) return null;
  return (
    <Button
      appearance="transparent"
      size="small"
      className={styles.flag}
      {...getLabelProps(membersMessages.switchReal(member.name, !member.real))}
      onClick={() => writes.setReal([member], !member.real)}
    >
      <RealProductBadge real={member.real} />
    </Button>
  );
}
