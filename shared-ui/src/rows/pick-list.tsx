import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type ReactElement } from 'react';
import { ColorSwatch } from '../fields/color-field';
import { useGrowing } from '../fields/use-growing';
import { Subsection } from '../page/subsection';
import { TruncatedText } from '../text/truncated-text';
import type { NamedRow } from './named-row';

export interface PickItem extends NamedRow {
  color?: string;
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    gap: tokens.spacingHorizontalS,
    maxHeight: '320px',
    overflowY: 'auto',
    margin: 0,
    // Room for the focus ring, which the scrolling box would cut.
    padding: tokens.spacingHorizontalXXS,
    listStyleType: 'none',
  },
  item: { minWidth: 0, maxWidth: '100%' },
  pick: { minWidth: 0, maxWidth: '100%', fontWeight: tokens.fontWeightRegular },
  label: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

export interface PickListProps {
  title: string;
  items: readonly PickItem[];
  /** What a click does, as a picture. */
  icon: ReactElement;
  /** Said of an empty list. */
  empty: string;
  onPick: (item: PickItem) => void;
  /** On its way; it cannot be picked again. */
  isBusy: (item: PickItem) => boolean;
}

/** Things of which each is picked by a click, which takes it out of the list. */
export function PickList({ title, items, icon, empty, onPick, isBusy }: PickListProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const pickedAt = useRef<number | null>(null);
  const { shown, onScroll } = useGrowing(items.length, null);
  // What was picked leaves the list with the focus on it; the keyboard goes on with the next one.
  useEffect(() => {
    const at = pickedAt.current;
    if (at === null) return;
    pickedAt.current = null;
    const buttons = root.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? root.current)?.focus();
  }, [items]);
  return (
    <Subsection ref={root} title={title} count={items.length}>
      {items.length === 0 && <p className={styles.none}>{empty}</p>}
      {items.length > 0 && (
        <ul className={styles.list} onScroll={onScroll}>
          {items.slice(0, shown).map((item, at) => (
            <li key={item.id} className={styles.item}>
              <Button
                size="small"
                className={styles.pick}
                icon={icon}
                iconPosition="after"
                disabledFocusable={isBusy(item)}
                onClick={() => {
                  pickedAt.current = at;
                  onPick(item);
                }}
              >
                <span className={styles.label}>
                  {item.color !== undefined && (
                    // The name stands beside it: a colour code read out before each would only be in the way.
                    <span aria-hidden>
                      <ColorSwatch color={item.color} />
                    </span>
                  )}
                  <TruncatedText>{item.name}</TruncatedText>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Subsection>
  );
}
