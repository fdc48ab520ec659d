import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useLazyModule, type LazyModule } from '../lazy-module';
import { listMessages } from './list-messages';
import { stateMessages } from '../states/state-messages';
import { useListKeys } from './list-keys';
import type { VirtualItemsProps } from './virtual-items';

/** Longer lists are virtualized: only visible items are rendered. */
const MAX_RENDERED_ITEMS = 60;

export interface LongListProps<Item> {
  items: readonly Item[];
  /** Returns a stable and unique key. */
  itemKey: (item: Item) => string;
  /** Renders the content of an item. Arrow keys move the focus to its first control. */
  children: (item: Item, index: number) => ReactNode;
  /** Height of each item in pixels. */
  itemHeight: number;
}

const virtualItems: LazyModule<VirtualItemsProps> = {
  load: () => import('./virtual-items').then(({ VirtualItems }) => VirtualItems),
};

/**
 * A list with one column, which can have thousands of items and scrolls with its container. Arrow keys, Home and End move between items.
 * In a long list, only visible items are rendered. Screen readers still announce the total number of items.
 */
export function LongList<Item>({ items, itemKey, children, itemHeight }: LongListProps<Item>) {
  const { listElement, setList, focusedIndex, scrollTarget, onKeyDown, onFocus, onBlur, onRendered } = useListKeys(items.length);
  const isLong = items.length > MAX_RENDERED_ITEMS;
  const { Component, hasFailed, retry } = useLazyModule(virtualItems, isLong);
  const renderedItems = items.slice(0, isLong ? MAX_RENDERED_ITEMS : undefined);
  const getKey = (index: number) => {
    const item = items[index];
    return item === undefined ? String(index) : itemKey(item);
  };
  const renderItem = (index: number) => {
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
        {isLong && Component ? (
          <Component
            count={items.length}
            itemHeight={itemHeight}
            list={listElement}
            focusedIndex={focusedIndex}
            scrollTarget={scrollTarget}
            onRendered={onRendered}
            getKey={getKey}
            renderItem={renderItem}
          />
        ) : (
          renderedItems.map((shapeItem, index) => (
            <li key={itemKey(shapeItem)} data-item={index} style={{ height: itemHeight }}>
              {children(shapeItem, index)}
            </li>
          ))
        )}
      </ul>
      {hasFailed && (
        <p>
          {listMessages.remainingRowsFailed(items.length - MAX_RENDERED_ITEMS)}{' '}
          <Button onClick={retry}>{stateMessages.retry}</Button>
        </p>
      )}
    </>
  );
}
