import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { PickerOption, type OptionsProps } from './picker-option';

/** Options beyond the edges that are there already when a quick scroll reaches them. */
const OVERSCAN = 4;
/** Page Up and Page Down go ten options on, one after the other, through what is drawn. */
const AROUND_ACTIVE = 11;
/** The list's own padding, which the library does not know of, and a little room. */
const EDGE = 8;
/** An option of one line; each is measured when it is drawn. */
const OPTION_HEIGHT = 32;
/** Until it is measured: Fluent looks for the active option right after the first drawing. */
const LIST_RECT = { width: 0, height: 320 };

/**
 * The options that are seen, with room in place of the others. Fluent goes from option to option by what is in the
 * document, so those that a key may lead to are drawn too: the first, the last, and those around the active one.
 */
export function VirtualOptions({ choices, activeValue }: OptionsProps) {
  // The library's object changes in place, so nothing that it answers may be kept by a memo.
  'use no memo';
  const [list, setList] = useState<HTMLElement | null>(null);
  const count = choices.length;
  const active = activeValue === null ? -1 : choices.findIndex(({ value }) => value === activeValue);
  const options = useVirtualizer({
    count,
    getScrollElement: () => list,
    estimateSize: () => OPTION_HEIGHT,
    getItemKey: (index) => choices[index]?.value ?? index,
    initialRect: LIST_RECT,
    overscan: OVERSCAN,
    scrollPaddingStart: EDGE,
    scrollPaddingEnd: EDGE,
    // Options that a scroll needs come with React's own drawing; flushing in an effect is refused with a warning.
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const drawn = new Set([0, ...defaultRangeExtractor(range), count - 1]);
      if (active >= 0)
        for (let at = Math.max(0, active - AROUND_ACTIVE); at <= Math.min(count - 1, active + AROUND_ACTIVE); at++) drawn.add(at);
      return [...drawn].sort((a, b) => a - b);
    },
  });
  // Other choices, by a letter more: what Enter would take comes into view.
  useEffect(() => options.scrollToIndex(Math.max(0, active), { align: 'auto' }), [options, choices, active]);
  return (
    <div
      ref={(element) => setList(element?.parentElement ?? null)}
      role="presentation"
      style={{ position: 'relative', flexShrink: 0, height: options.getTotalSize() }}
    >
      {options.getVirtualItems().map(({ index, key, start }) => {
        const choice = choices[index];
        return (
          choice && <PickerOption key={key} ref={options.measureElement} choice={choice} at={index} count={count} top={start} />
        );
      })}
    </div>
  );
}
