import {
  makeStyles,
  mergeClasses,
  tokens,
  type BadgeState,
  type ListboxState,
  type SelectState,
} from '@fluentui/react-components';

const useStyles = makeStyles({
  // Fluent's own is white in both themes, for a badge on a coloured ground.
  readable: { color: tokens.colorNeutralForeground3 },
  // Fluent writes the room that the window leaves as an inline style, over any height that a class asks for.
  // A select is as wide as its longest choice, over the edge of the window where that is a name of 255 letters.
  frame: { minWidth: 0, maxWidth: '100%' },
  select: { width: '100%', minWidth: 0, textOverflow: 'ellipsis' },
  list: { maxHeight: 'min(var(--list-height, 320px), 60vh) !important' },
});

/** Fluent gives its state to be changed. */
function addClass(slot: { className?: string }, name: string): void {
  slot.className = mergeClasses(slot.className, name);
}

function useBadge(state: unknown): void {
  const styles = useStyles();
  const { appearance, color, root } = state as BadgeState;
  const isWhite = color === 'subtle' && (appearance === 'outline' || appearance === 'ghost');
  if (isWhite) addClass(root, styles.readable);
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

/** What Fluent's own styles get wrong here, mended for every component of the kind. A list asks for a height by `--list-height`. */
export const styleHooks = {
  useBadgeStyles_unstable: useBadge,
  useListboxStyles_unstable: useListbox,
  useSelectStyles_unstable: useSelect,
};
