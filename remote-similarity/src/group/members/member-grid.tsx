import { useCanCall } from '@console/shared-auth';
import { Button, makeStyles, mergeClasses, SubtractIcon, TextLink, Thumbnail, tokens } from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';
import { startTransition, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { memberMessages } from '../../group-data/member-messages';
import { useTileStyles } from '../../common/tile-styles';
import { getAccessibleNameProps, RealImageFlag, TestImageFlag } from './member-flags';
import type { MemberListProps } from './member-section';
import type { Member } from '../../group-data/members';

// Tiles do not use `content-visibility`: with it, the browser lays out tiles on every scroll frame (measured: 3.5 ms of
// main-thread time per frame instead of 1.2 ms).
const useStyles = makeStyles({
  grid: { gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))' },
  footer: { display: 'flex', flexWrap: 'wrap', alignItems: 'center' },
  check: { insetInlineStart: tokens.spacingHorizontalXS },
});

const NEXT_INDEX_BY_KEY: Record<string, (index: number, columns: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index, columns) => index + columns,
  ArrowUp: (index, columns) => index - columns,
};

/** Moves the focus between tiles with the arrow keys. The number of columns depends on the width of the window. */
function handleArrowKey(event: KeyboardEvent<HTMLUListElement>) {
  const getNextIndex = NEXT_INDEX_BY_KEY[event.key];
  if (!getNextIndex || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  const tiles = [...event.currentTarget.children] as HTMLElement[];
  const index = tiles.findIndex((tile) => tile.contains(event.target as Element));
  const firstRowTop = tiles[0]?.offsetTop;
  const columns = Math.max(1, tiles.filter((tile) => tile.offsetTop === firstRowTop).length);
  const control = tiles[getNextIndex(index, columns)]?.querySelector<HTMLElement>('input, a[href]');
  if (!control) return;
  event.preventDefault();
  control.focus();
}

/** Focuses the next tile after the focused tile was removed. */
function useFocusAfterRemoval(members: readonly Member[]) {
  const list = useRef<HTMLUListElement>(null);
  const removedIndex = useRef<number | null>(null);
  const previousCount = useRef(members.length);
  useEffect(() => {
    const index = removedIndex.current;
    const hasShrunk = members.length < previousCount.current;
    previousCount.current = members.length;
    if (index === null || !hasShrunk) return;
    removedIndex.current = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const nextTile = list.current?.children[Math.min(index, members.length - 1)];
    nextTile?.querySelector<HTMLElement>('[data-remove] button')?.focus();
  }, [members.length]);
  return { list, onRemove: (index: number) => (removedIndex.current = index) };
}

/** Number of tiles in the first render: one row, because the page header leaves no space for more. */
const FIRST_RENDER_COUNT = 8;

/** Returns the first members for the first render and all of them afterwards. Rendering 100 members takes three times as long. */
function useProgressiveRendering(members: readonly Member[]): readonly Member[] {
  const [areAllRendered, setAllRendered] = useState(false);
  useEffect(() => startTransition(() => setAllRendered(true)), []);
  return areAllRendered ? members : members.slice(0, FIRST_RENDER_COUNT);
}

/** Members as a grid of thumbnails. */
export function MemberGrid({ label, members, selection, writes }: MemberListProps) {
  const styles = useStyles();
  const tiles = useTileStyles();
  const canRemove = useCanCall<'POST /similarity/training/v2/group/{id}/remove-images'>('annotate');
  const renderedMembers = useProgressiveRendering(members);
  const { list, onRemove } = useFocusAfterRemoval(members);
  return (
    <ul ref={list} aria-label={label} className={mergeClasses(tiles.grid, styles.grid)} onKeyDown={handleArrowKey}>
      {renderedMembers.map((member, index) => (
        <li key={member.key} className={tiles.tile}>
          {selection && (
            <span className={mergeClasses(tiles.corner, styles.check)}>
              <Checkbox
                aria-label={memberMessages.select(member.name)}
                checked={selection.keys.has(member.key)}
                onChange={({ nativeEvent }, { checked }) =>
                  selection.toggle(member.key, checked === true, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                }
              />
            </span>
          )}
          <TextLink to={member.path} newTab>
            <Thumbnail src={member.thumb} alt={memberMessages.open(member.name)} width="100%" height={120} />
          </TextLink>
          <span className={tiles.name} title={member.name}>
            {member.name}
          </span>
          <span className={styles.footer}>
            <TestImageFlag member={member} writes={writes} />
            <RealImageFlag member={member} writes={writes} />
          </span>
          {canRemove && (
            <span data-remove className={mergeClasses(tiles.corner, tiles.cornerEnd)}>
              <Button
                appearance="subtle"
                size="small"
                icon={<SubtractIcon />}
                {...getAccessibleNameProps(memberMessages.remove(member.name))}
                onClick={() => {
                  onRemove(index);
                  void writes.remove([member]);
                }}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
