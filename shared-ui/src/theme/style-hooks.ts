import { makeStyles, mergeClasses, tokens, type BadgeState, type ListboxState } from '@fluentui/react-components';

const useStyles = makeStyles({
  // Fluent's own is white in both themes, for a badge on a coloured ground.
  readable: { color: tokens.colorNeutralForeground3 },
  // Fluent writes the room that the window leaves as an inline style, over any height that a class asks for.
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

/** What Fluent's own styles get wrong here, mended for every component of the kind. A list asks for a height by `--list-height`. */
export const styleHooks = { useBadgeStyles_unstable: useBadge, useListboxStyles_unstable: useListbox };
