import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useLazyModule, type LazyModule } from '../lazy-module';
import { messages } from '../messages';
import { useListKeys } from './list-keys';
import type { VirtualItemsProps } from './virtual-items';

/** More items than these are drawn where they are seen. */
const ALL_DRAWN = 60;

export interface LongListProps<Item> {
  items: readonly Item[];
  /** Stable, and of this item alone. */
  itemKey: (item: Item) => string;
  /** What stands in the `li`; its first control is what the arrows go to. */
  children: (item: Item, index: number) => ReactNode;
  /** Pixels; every item is as high. */
  itemHeight: number;
}

const virtualItems: LazyModule<VirtualItemsProps> = {
  load: () => import('./virtual-items').then(({ VirtualItems }) => VirtualItems),
};

/**
 * A list of one column, thousands long if need be, that scrolls with whatever it stands in. Arrows, Home and End go from item
 * to item. Of a long list those items are drawn that are seen; a screen reader is told how many there are.
 */
export function LongList<Item>({ items, itemKey, children, itemHeight }: LongListProps<Item>) {
  const { list, setList, held, reach, onKeyDown, onFocus, onBlur, onDrawn } = useListKeys(items.length);
  const isLong = items.length > ALL_DRAWN;
  const { Part, failed, retry } = useLazyModule(virtualItems, isLong);
  const all = items.slice(0, isLong ? ALL_DRAWN : undefined);
  const keyAt = (index: number) => {
    const item = items[index];
    return item === undefined ? String(index) : itemKey(item);
  };
  const draw = (index: number) => {
    const item = items[index];
    return item === undefined ? null : children(item, index);
  };
  return (
    <>
      <ul
        ref={setList}
        style={{ position: 'relative', margin: 0, padding: 0, listStyleType: 'none' }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {isLong && Part ? (
          <Part
            count={items.length}
            itemHeight={itemHeight}
            list={list}
            held={held}
            reach={reach}
            onDrawn={onDrawn}
            keyAt={keyAt}
            draw={draw}
          />
        ) : (
          all.map((item, index) => (
            <li key={itemKey(item)} data-item={index} style={{ height: itemHeight }}>
              {children(item, index)}
            </li>
          ))
        )}
      </ul>
      {failed && (
        <p>
          {messages.restFailed(items.length - ALL_DRAWN)} <Button onClick={retry}>{messages.retry}</Button>
        </p>
      )}
    </>
  );
}
