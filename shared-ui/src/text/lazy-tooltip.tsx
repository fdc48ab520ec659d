import { Tooltip } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode } from 'react';

/** As Fluent's own tooltip has it. */
const DELAY_MS = 250;

type Entered = PointerEvent<HTMLElement> | FocusEvent<HTMLElement>;

export interface LazyTooltip {
  /** Spread them on the element. */
  triggers: {
    onPointerEnter: (event: Entered) => void;
    onPointerLeave: () => void;
    onFocus: (event: Entered) => void;
    onBlur: () => void;
  };
  /** Stands anywhere beside the element. */
  tooltip: ReactNode;
}

/**
 * A tooltip that is made when it is first wanted: Fluent's costs some twenty hooks an element, and seven of them were most of
 * what a row of a table cost. It names nothing: the element has its own text, or an `aria-label`.
 * @param isWanted of the element: whether there is anything to tell; keep it stable
 */
export function useLazyTooltip(content: string, isWanted: (element: HTMLElement) => boolean = always): LazyTooltip {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { triggers, stay } = useMemo(() => {
    const stays = () => clearTimeout(timer.current);
    const after = (ms: number, act: () => void) => {
      stays();
      timer.current = setTimeout(act, ms);
    };
    const onPointerEnter = ({ currentTarget: element }: Entered) =>
      after(DELAY_MS, () => setTarget(isWanted(element) ? element : null));
    return {
      stay: stays,
      triggers: {
        onPointerEnter,
        onPointerLeave: () => after(DELAY_MS, () => setTarget(null)),
        // A click's focus, and one that a closing dialog gives back, says nothing that the pointer did not.
        onFocus: (event: Entered) => event.currentTarget.matches(':focus-visible') && onPointerEnter(event),
        onBlur: () => after(0, () => setTarget(null)),
      },
    };
  }, [isWanted]);
  return {
    triggers,
    tooltip: target && (
      <Tooltip
        visible
        // The pointer may rest on the tooltip itself.
        content={{ children: content, onPointerEnter: stay }}
        relationship="inaccessible"
        positioning={{ target }}
        onVisibleChange={(_, { visible }) => !visible && setTarget(null)}
      />
    ),
  };
}

const always = () => true;
