import { Tooltip } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode } from 'react';

/** Delay before the tooltip appears or disappears, as in Fluent's tooltip. */
const DELAY_MS = 250;

type EnterEvent = PointerEvent<HTMLElement> | FocusEvent<HTMLElement>;

export interface LazyTooltip {
  /** Event handlers to spread on the element. */
  triggers: {
    onPointerEnter: (event: EnterEvent) => void;
    onPointerLeave: () => void;
    onFocus: (event: EnterEvent) => void;
    onBlur: () => void;
  };
  /** The tooltip to render next to the element. */
  tooltip: ReactNode;
}

/**
 * A tooltip that is created when it is first shown. Fluent's own tooltip runs about twenty hooks per element, which took most of the time
 * for rendering a table row. The tooltip is not an accessible name, so the element needs a text or an `aria-label`.
 * @param isNeeded whether the element needs the tooltip; pass a stable function
 */
export function useLazyTooltip(content: string, isNeeded: (element: HTMLElement) => boolean = returnTrue): LazyTooltip {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { triggers, keepOpen } = useMemo(() => {
    const cancelTimer = () => clearTimeout(timer.current);
    const schedule = (ms: number, action: () => void) => {
      cancelTimer();
      timer.current = setTimeout(action, ms);
    };
    const onPointerEnter = ({ currentTarget: element }: EnterEvent) =>
      schedule(DELAY_MS, () => setTarget(isNeeded(element) ? element : null));
    return {
      keepOpen: cancelTimer,
      triggers: {
        onPointerEnter,
        onPointerLeave: () => schedule(DELAY_MS, () => setTarget(null)),
        // Show the tooltip only for keyboard focus, not after a click or when a dialog closes.
        onFocus: (event: EnterEvent) => event.currentTarget.matches(':focus-visible') && onPointerEnter(event),
        onBlur: () => schedule(0, () => setTarget(null)),
      },
    };
  }, [isNeeded]);
  return {
    triggers,
    tooltip: target && (
      <Tooltip
        visible
        // Keep the tooltip open while the pointer is over it.
        content={{ children: content, onPointerEnter: keepOpen }}
        relationship="inaccessible"
        positioning={{ target }}
        onVisibleChange={(_, { visible }) => !visible && setTarget(null)}
      />
    ),
  };
}

const returnTrue = () => true;
