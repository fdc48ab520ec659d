import { Avatar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { PresenceKind, PresentUser } from '@console/shared-contract/api';
import { presenceMessages } from './presence-messages';
import { visuallyHidden } from '../text/visually-hidden';
import { usePresence } from './use-presence';

const MAX_AVATARS = 3;

const useStyles = makeStyles({
  presence: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    alignSelf: 'flex-start',
    columnGap: tokens.spacingHorizontalS,
    maxWidth: '100%',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  hidden: visuallyHidden,
});

export interface PresenceProps {
  kind: PresenceKind;
  id: string;
}

/** Shows which other members have the row open, and whether one of them has just changed it. */
export function Presence({ kind, id }: PresenceProps) {
  const styles = useStyles();
  const { isLive, users, changedBy } = usePresence(kind, id);
  if (!isLive) return null;
  const isEmpty = users.length === 0 && changedBy === null;
  const names = users.map(getShortName);
  const changer = users.find((user) => user.id === changedBy);
  return (
    <div aria-live="polite" className={mergeClasses(isEmpty ? styles.hidden : styles.presence)}>
      {users.slice(0, MAX_AVATARS).map((user) => (
        <Avatar key={user.id} aria-hidden size={20} color="colorful" name={user.username} />
      ))}
      {users.length > 0 && (
        <span title={users.map(({ username }) => username).join(', ')}>{presenceMessages.alsoHere(names)}</span>
      )}
      {users.length > 0 && changedBy !== null && <span aria-hidden>·</span>}
      {changedBy !== null && (
        <strong>{presenceMessages.changed[kind](changer ? getShortName(changer) : presenceMessages.somebody)}</strong>
      )}
    </div>
  );
}

/** Shortens a username that is an email address to the part before the @. */
const getShortName = ({ username }: PresentUser) => username.split('@')[0] || username;
