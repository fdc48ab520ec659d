import { useCanCall } from '@console/shared-auth';
import { Button, makeStyles, RealProductBadge, tokens, TrainTestBadge } from '@console/shared-ui/basics';
import type { ReactNode } from 'react';
import { memberMessages } from '../../group-data/member-messages';
import type { Member } from '../../group-data/members';
import type { MemberWrites } from './use-member-writes';

const useStyles = makeStyles({ flag: { minWidth: 0, padding: tokens.spacingHorizontalXXS } });

/** Accessible name with a native tooltip. A page of 200 images would need 600 Fluent tooltips, which are slow. */
export const getAccessibleNameProps = (name: string) => ({ 'aria-label': name, title: name });

interface FlagProps {
  member: Member;
  writes: MemberWrites;
}

function FlagButton({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Button appearance="transparent" size="small" className={styles.flag} {...getAccessibleNameProps(name)} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Badge that toggles TRAIN and TEST. */
export function TestImageFlag({ member, writes }: FlagProps) {
  const { name, test } = member;
  // A member group has no image: it is marked with the call for groups.
  const isPermitted = useCanCall<'POST /recognition/v2/training-image/update'>('annotate');
  const canMarkGroups = useCanCall<'POST /similarity/training/v2/group/update'>('manage');
  if (!(member.image === null ? canMarkGroups : isPermitted)) return <TrainTestBadge test={test} />;
  return (
    <FlagButton name={memberMessages.switchTest(name, !test)} onClick={() => writes.setTest([member], !test)}>
      <TrainTestBadge test={test} />
    </FlagButton>
  );
}

/** Badge that toggles REAL and PRODUCT. For an object, it changes the image of the object. */
export function RealImageFlag({ member, writes }: FlagProps) {
  const { name, real } = member;
  const isPermitted = useCanCall<'POST /recognition/v2/training-image/update'>('annotate');
  if (real === null) return null;
  if (!isPermitted) return <RealProductBadge real={real} />;
  return (
    <FlagButton name={memberMessages.switchReal(name, !real)} onClick={() => writes.setReal([member], !real)}>
      <RealProductBadge real={real} />
    </FlagButton>
  );
}
