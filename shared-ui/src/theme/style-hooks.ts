import {
  makeStyles,
  mergeClasses,
  tokens,
  type BadgeState,
  type ListboxState,
  type SelectState,
} from '@fluentui/react-components';

const useStyles = makeStyles({
  // By default, subtle badges have white text in both themes, which is unreadable on a light background.
  readable: { color: tokens.colorNeutralForeground3 },
  // By default, a select is as wide as its longest choice. A name of 255 characters would be wider than the window.
  frame: { minWidth: 0, maxWidth: '100%' },
  select: { width: '100%', minWidth: 0, textOverflow: 'ellipsis' },
  // `!important` overrides Fluent's inline style, which sets the available height.
  list: { maxHeight: 'min(var(--list-height, 320px), 60vh) !important' },
});

/** Adds a class to a slot of a Fluent component. Mutates the slot, as Fluent's style hooks do. */
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
