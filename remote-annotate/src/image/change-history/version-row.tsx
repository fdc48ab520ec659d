import { Caption1, formatDateTime, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { describeVersion, getSource, getUserName, type NamedRows, type Version } from '@console/shared-ui/history';

/** Height of a row in pixels. */
export const VERSION_ROW_HEIGHT = 60;

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    width: '100%',
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalM}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  chosen: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    boxShadow: `inset 3px 0 ${tokens.colorCompoundBrandStroke}`,
    // Forced colors remove the shadow and the background.
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  text: oneLine,
  note: { ...oneLine, color: tokens.colorNeutralForeground3 },
});

interface VersionRowProps {
  version: Version;
  names: NamedRows;
  isChosen: boolean;
  onChoose: () => void;
}

/** A version in the list: what changed, when and by whom. */
export function VersionRow({ version, names, isChosen, onChoose }: VersionRowProps) {
  const styles = useStyles();
  const { summary, fields } = describeVersion(version, names);
  const text = [summary, ...fields].join(' · ');
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={text}
      className={mergeClasses(styles.row, isChosen && styles.chosen)}
      onClick={onChoose}
    >
      <span className={styles.text}>{text}</span>
      <Caption1 className={styles.note}>
        {[formatDateTime(version.set.created), getUserName(version), getSource(version)].filter(Boolean).join(' · ')}
      </Caption1>
    </button>
  );
}
