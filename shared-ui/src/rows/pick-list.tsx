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

/** Height of an item in pixels, including the gap to the next item. */
const ITEM_HEIGHT = 32;

const useStyles = makeStyles({
  list: {
    maxHeight: '320px',
    overflowY: 'auto',
    // Space for the focus ring, which the scroll container would clip.
    padding: tokens.spacingHorizontalXXS,
  },
  pick: { minWidth: 0, maxWidth: '100%', fontWeight: tokens.fontWeightRegular },
  label: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

const getId = ({ id }: PickItem) => id;

export interface PickListProps {
  title: string;
  items: readonly PickItem[];
  /** Distinct display names by id. */
  names?: ReadonlyMap<string, string>;
  /** Icon of each item, for the action that a click performs. */
  icon: ReactElement;
  /** Message for an empty list. */
  empty: string;
  onPick: (item: PickItem) => void;
  /** Whether the item is being moved and cannot be clicked. */
  isBusy: (item: PickItem) => boolean;
}

/** A list of items. A click on an item moves it out of the list. */
export function PickList({ title, items, names, icon, empty, onPick, isBusy }: PickListProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const pickedIndex = useRef<number | null>(null);
  // The clicked item has left the list, so focus the next item.
  useEffect(() => {
    const index = pickedIndex.current;
    if (index === null) return;
    pickedIndex.current = null;
    const nextButton = root.current?.querySelector<HTMLElement>(`li[data-item="${Math.min(index, items.length - 1)}"] button`);
    (nextButton ?? root.current)?.focus();
  }, [items]);
  return (
    <Subsection ref={root} title={title} count={items.length}>
      {items.length === 0 && <p className={styles.none}>{empty}</p>}
      {items.length > 0 && (
        <div className={styles.list}>
          <LongList items={items} itemKey={getId} itemHeight={ITEM_HEIGHT}>
            {(listedItem, index) => (
              <Button
                size="small"
                className={styles.pick}
                icon={icon}
                iconPosition="after"
                disabledFocusable={isBusy(listedItem)}
                onClick={() => {
                  pickedIndex.current = index;
                  onPick(listedItem);
                }}
              >
                <span className={styles.label}>
                  {listedItem.color !== undefined && (
                    // Hide the swatch from screen readers, which would read the colour code before each name.
                    <span aria-hidden>
                      <ColorSwatch color={listedItem.color} />
                    </span>
                  )}
                  <TruncatedText>{names?.get(listedItem.id) ?? listedItem.name}</TruncatedText>
                </span>
              </Button>
            )}
          </LongList>
        </div>
      )}
    </Subsection>
  );
}
