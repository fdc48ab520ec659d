import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { PickerOption, type OptionsProps } from './picker-option';

/** Number of options rendered beyond the visible area, so that they exist when a quick scroll reaches them. */
const OVERSCAN = 4;
/**
 * Number of options to render before and after the active option. Fluent's Page Up and Page Down move by ten options, which must be rendered.
 */
const AROUND_ACTIVE = 11;
/** Padding of the list, which the virtualization library ignores, plus a margin. */
const SCROLL_PADDING = 8;
/** Estimated height of an option with one line. Each option is measured when it is rendered. */
const OPTION_HEIGHT = 32;
/** Assumed size until the list is measured. Without it, the first render would not contain the active option, which Fluent needs. */
const LIST_RECT = { width: 0, height: 320 };

/**
 * Renders the visible options of a long list. Also renders the first, the last and the options around the active option, because
 * Fluent's keyboard navigation uses only rendered options.
 */
export function VirtualOptions({ choices, activeValue }: OptionsProps) {
  // The library mutates its object, so the React compiler must not memoize values from it.
  'use no memo';
  const [list, setList] = useState<HTMLElement | null>(null);
  const count = choices.length;
  const activeIndex = activeValue === null ? -1 : choices.findIndex(({ value }) => value === activeValue);
  const options = useVirtualizer({
    count,
    getScrollElement: () => list,
    estimateSize: () => OPTION_HEIGHT,
    getItemKey: (index) => choices[index]?.value ?? index,
    initialRect: LIST_RECT,
    overscan: OVERSCAN,
    scrollPaddingStart: SCROLL_PADDING,
    scrollPaddingEnd: SCROLL_PADDING,
    // Without `flushSync`, React still renders new options soon enough. With it, React warns about a call in an effect.
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const indexes = new Set([0, ...defaultRangeExtractor(range), count - 1]);
      if (activeIndex >= 0)
        for (
          let index = Math.max(0, activeIndex - AROUND_ACTIVE);
          index <= Math.min(count - 1, activeIndex + AROUND_ACTIVE);
          index++
        )
          indexes.add(index);
      return [...indexes].sort((a, b) => a - b);
    },
  });
  // After the search has changed, scroll to the option that Enter would select.
  useEffect(() => options.scrollToIndex(Math.max(0, activeIndex), { align: 'auto' }), [options, choices, activeIndex]);
  return (
    <div
      ref={(element) => setList(element?.parentElement ?? null)}
      role="presentation"
      style={{ position: 'relative', flexShrink: 0, height: options.getTotalSize() }}
    >
      {options.getVirtualItems().map(({ index, key, start }) => {
        const choice = choices[index];
        return (
          choice && (
            <PickerOption key={key} ref={options.measureElement} choice={choice} index={index} count={count} top={start} />
          )
        );
      })}
    </div>
  );
}
