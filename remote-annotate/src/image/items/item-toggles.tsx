import { HideIcon, LockIcon, makeStyles, mergeClasses, ShowIcon, tokens, UnlockIcon } from '@console/shared-ui/basics';
import type { ReactElement } from 'react';
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
    // Buttons that are off are faint, so that buttons that are on stand out in the column.
    opacity: 0.55,
    ':hover': { opacity: 1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { opacity: 1 },
  },
  pressed: { opacity: 1, color: tokens.colorNeutralForeground1 },
});

interface ItemTogglesProps {
  /** Name of the shape or label for accessible names. */
  name: string;
  isHidden: boolean | 'mixed';
  isLocked: boolean | 'mixed';
  onHide: (isHidden: boolean) => void;
  onLock: (isLocked: boolean) => void;
}

/** Buttons that hide and lock a shape, or all shapes of a label. They are plain HTML buttons, because a list can have thousands of rows. */
export function ItemToggles({ name, isHidden, isLocked, onHide, onLock }: ItemTogglesProps) {
  return (
    <>
      <Toggle
        label={itemMessages.hide(name)}
        state={isHidden}
        pressedIcon={<HideIcon />}
        releasedIcon={<ShowIcon />}
        onToggle={onHide}
      />
      <Toggle
        label={itemMessages.lock(name)}
        state={isLocked}
        pressedIcon={<LockIcon />}
        releasedIcon={<UnlockIcon />}
        onToggle={onLock}
      />
    </>
  );
}

interface ToggleProps {
  label: string;
  state: boolean | 'mixed';
  /** Icon while the button is pressed. `releasedIcon` is shown while it is not pressed. */
  pressedIcon: ReactElement;
  releasedIcon: ReactElement;
  onToggle: (isOn: boolean) => void;
}

function Toggle({ label, state, pressedIcon, releasedIcon, onToggle }: ToggleProps) {
  const styles = useStyles();
  return (
    <button
      type="button"
      className={mergeClasses(styles.toggle, state !== false && styles.pressed)}
      aria-pressed={state}
      aria-label={label}
      title={label}
      onClick={() => onToggle(state !== true)}
    >
      {state === true ? pressedIcon : releasedIcon}
    </button>
  );
}
