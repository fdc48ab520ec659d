import {
  makeStyles,
  mergeClasses,
  tokens,
  type BadgeState,
  type ListboxState,
  type SelectState,
} from '@fluentui/react-components';

const useStyles = makeStyles({
  // Subtle badges have white text in both themes by default, which is unreadable without a coloured background.
  readable: { color: tokens.colorNeutralForeground3 },
  // A select is as wide as its longest choice, which may be a name of 255 characters and exceed the window.
  frame: { minWidth: 0, maxWidth: '100%' },
  select: { width: '100%', minWidth: 0, textOverflow: 'ellipsis' },
  // `!important` because Fluent sets the available height as an inline style.
  list: { maxHeight: 'min(var(--list-height, 320px), 60vh) !important' },
});

/** Adds a class to a slot. Style hooks of Fluent are expected to mutate the state. */
function addClass(slot: { className?: string }, name: string): void {
  slot.className = mergeClasses(slot.className, name);
}

function useBadge(state: unknown): void {
  const styles = useStyles();
  const { appearance, color, root } = state as BadgeState;
  const hasUnreadableText = color === 'subtle' && (appearance === 'outline' || appearance === 'ghost');
  if (hasUnreadableText) addClass(root, styles.readable);
}

function useListbox(state: unknown): void {
  const styles = useStyles();
  addClass((state as ListboxState).root, styles.list);
}

function useSelect(state: unknown): void {
  const styles = useStyles();
  const { root, select } = state as SelectState;
  addClass(root, styles.frame);
  addClass(select, styles.select);
}

/** Corrections of Fluent's styles for all badges, lists and selects. `--list-height` sets the maximum height of a list. */
export const styleHooks = {
  useBadgeStyles_unstable: useBadge,
  useListboxStyles_unstable: useListbox,
  useSelectStyles_unstable: useSelect,
};
