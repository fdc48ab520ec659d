import { Button, makeStyles, RealProductBadge, tokens, TrainTestBadge } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import type { Member } from '../../group-data/members';
import type { MemberWrites } from './use-member-writes';

const membersMessages = messages.members;
const useStyles = makeStyles({ flag: { minWidth: 0, padding: tokens.spacingHorizontalXXS } });

/** Accessible name with a native tooltip. A page of 200 images would need 600 Fluent tooltips, which are slow. */
export const getLabelProps = (name: string) => ({ 'aria-label': name, title: name });

interface FlagProps {
  member: Member;
  writes: MemberWrites;
}

/** Badge that toggles TRAIN and TEST. */
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

/** Badge that toggles REAL and PRODUCT. For an object, it changes the image of the object. */
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
