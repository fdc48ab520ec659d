import type { GroupRow } from '@console/shared-contract/api';
import {
  Button,
  makeStyles,
  SubtractIcon,
  TextLink,
  Thumbnail,
  tokens,
  Tooltip,
  TrainTestBadge,
} from '@console/shared-ui/basics';
import { commonMessages } from '../common/common-messages';
import { membershipMessages } from './membership-messages';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minWidth: 0,
    padding: `${tokens.spacingVerticalS} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTopStyle: 'none' },
  },
  text: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
  facts: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  type: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface GroupListProps {
  groups: readonly GroupRow[];
  /** Whether the group with this id is being removed. */
  isBusy: (id: string) => boolean;
  /** Absent if the user may not remove groups. */
  onRemove?: (group: GroupRow) => void;
}

/** List of groups for a side panel. Links open a new tab, so that the work next to the panel is not interrupted. */
export function GroupList({ groups, isBusy, onRemove }: GroupListProps) {
  const styles = useStyles();
  return (
    <ul aria-label={membershipMessages.list} className={styles.list}>
      {groups.map((group) => (
        <li key={group.id} className={styles.row}>
          <Thumbnail src={group.thumb_img_path} alt="" width={48} height={48} />
          <div className={styles.text}>
            <span className={styles.name} title={group.name}>
              <TextLink to={`/group/${group.id}`} newTab>
                {group.name}
              </TextLink>
            </span>
            <span className={styles.facts}>
              <TrainTestBadge test={group.test_group} />
              <span className={styles.type}>
                {group.type === null ? commonMessages.noType : (group.type_name ?? commonMessages.unknown)}
              </span>
            </span>
          </div>
          {onRemove && (
            <Tooltip content={membershipMessages.remove(group.name)} relationship="label">
              <Button
                appearance="subtle"
                icon={<SubtractIcon />}
                disabledFocusable={isBusy(group.id)}
                onClick={() => onRemove(group)}
              />
            </Tooltip>
          )}
        </li>
      ))}
    </ul>
  );
}
