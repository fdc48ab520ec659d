import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type ReactElement } from 'react';
import { ColorSwatch } from '../fields/color-field';
import { LongList } from '../lists';
import { Subsection } from '../page/subsection';
import { TruncatedText } from '../text/truncated-text';
import type { NamedRow } from './named-row';

export interface PickItem extends NamedRow {
  color?: string;
}

/** Pixels, with the gap to the next. */
const ITEM_HEIGHT = 32;

const useStyles = makeStyles({
  list: {
    maxHeight: '320px',
    overflowY: 'auto',
    // Room for the focus ring, which the scrolling box would cut.
    padding: tokens.spacingHorizontalXXS,
  },
  pick: { minWidth: 0, maxWidth: '100%', fontWeight: tokens.fontWeightRegular },
  label: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

const idOf = ({ id }: PickItem) => id;

export interface PickListProps {
  title: string;
  items: readonly PickItem[];
  /** What they are called, by id, where several have one name. */
  names?: ReadonlyMap<string, string>;
  /** What a click does, as a picture. */
  icon: ReactElement;
  /** Said of an empty list. */
  empty: string;
  onPick: (item: PickItem) => void;
  /** On its way; it cannot be picked again. */
  isBusy: (item: PickItem) => boolean;
}

/** Things of which each is picked by a click, which takes it out of the list. */
export function PickList({ title, items, names, icon, empty, onPick, isBusy }: PickListProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const pickedAt = useRef<number | null>(null);
  // What was picked leaves the list with the focus on it; the keyboard goes on with the next one.
  useEffect(() => {
    const at = pickedAt.current;
    if (at === null) return;
    pickedAt.current = null;
    const next = root.current?.querySelector<HTMLElement>(`li[data-item="${Math.min(at, items.length - 1)}"] button`);
    (next ?? root.current)?.focus();
  }, [items]);
  return (
    <Subsection ref={root} title={title} count={items.length}>
      {items.length === 0 && <p className={styles.none}>{empty}</p>}
      {items.length > 0 && (
        <div className={styles.list}>
          <LongList items={items} itemKey={idOf} itemHeight={ITEM_HEIGHT}>
            {(item, at) => (
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
                  <TruncatedText>{names?.get(item.id) ?? item.name}</TruncatedText>
                </span>
              </Button>
            )}
          </LongList>
        </div>
      )}
    </Subsection>
  );
}
