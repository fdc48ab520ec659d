import { HideIcon, LockIcon, makeStyles, mergeClasses, ShowIcon, tokens, UnlockIcon } from '@console/shared-ui/basics';
import { itemMessages } from './item-messages';

const useStyles = makeStyles({
  toggle: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '24px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    fontSize: '16px',
    cursor: 'pointer',
    // Buttons that are off are faint, so that those that are on stand out in the column.
    opacity: 0.55,
    ':hover': { opacity: 1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { opacity: 1 },
  },
  on: { opacity: 1, color: tokens.colorNeutralForeground1 },
});

interface ItemTogglesProps {
  /** Name of the shape or label for accessible names. */
  name: string;
  isHidden: boolean | 'mixed';
  isLocked: boolean | 'mixed';
  onHide: (isHidden: boolean) => void;
  onLock: (isLocked: boolean) => void;
}

/**
 * Buttons that hide and lock a shape, or all shapes of a label. Plain buttons, because a list has two in each of its many rows.
 */
export function ItemToggles({ name, isHidden, isLocked, onHide, onLock }: ItemTogglesProps) {
  const styles = useStyles();
  const [hide, lock] = [itemMessages.hide(name), itemMessages.lock(name)];
  return (
    <>
      <button
        type="button"
        className={mergeClasses(styles.toggle, isHidden !== false && styles.on)}
        aria-pressed={isHidden}
        aria-label={hide}
        title={hide}
        onClick={() => onHide(isHidden !== true)}
      >
        {isHidden === true ? <HideIcon /> : <ShowIcon />}
      </button>
      <button
        type="button"
        className={mergeClasses(styles.toggle, isLocked !== false && styles.on)}
        aria-pressed={isLocked}
        aria-label={lock}
        title={lock}
        onClick={() => onLock(isLocked !== true)}
      >
        {isLocked === true ? <LockIcon /> : <UnlockIcon />}
      </button>
    </>
  );
}
