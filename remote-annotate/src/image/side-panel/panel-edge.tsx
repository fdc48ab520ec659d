import { makeStyles, tokens } from '@console/shared-ui/basics';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { imageMessages } from '../data/image-messages';
import { PANEL_WIDTH, type Panel } from './use-panel';

const KEY_STEP = 24;

const useStyles = makeStyles({
  edge: {
    position: 'relative',
    cursor: 'col-resize',
    touchAction: 'none',
    backgroundColor: tokens.colorNeutralStroke2,
    outlineStyle: 'none',
    ':hover': { backgroundColor: tokens.colorCompoundBrandStroke },
    ':focus-visible': { backgroundColor: tokens.colorCompoundBrandStroke, outline: `2px solid ${tokens.colorStrokeFocus2}` },
    // The pointer target is wider than the visible line.
    '::after': { content: '""', position: 'absolute', insetBlock: 0, insetInline: '-4px' },
    // In narrow windows the panel lies below the image and cannot be resized.
    '@media (max-width: 900px)': { display: 'none' },
  },
});

/** The edge of the side panel. Drag it or use the arrow keys to resize the panel. A double click restores the default width. */
export function PanelEdge({ panel }: { panel: Panel }) {
  const styles = useStyles();
  const dragStart = useRef<{ x: number; width: number } | null>(null);
  const getWidthAt = ({ clientX }: PointerEvent) =>
    dragStart.current ? dragStart.current.width + dragStart.current.x - clientX : panel.width;
  const onKeyDown = (event: KeyboardEvent) => {
    const width = {
      ArrowLeft: panel.width + KEY_STEP,
      ArrowRight: panel.width - KEY_STEP,
      Home: PANEL_WIDTH.max,
      End: PANEL_WIDTH.min,
    }[event.key];
    if (width === undefined) return;
    event.preventDefault();
    panel.resize(width);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={imageMessages.panelWidth}
      aria-valuenow={panel.width}
      aria-valuemin={PANEL_WIDTH.min}
      aria-valuemax={PANEL_WIDTH.max}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        // Start from the shown width, because a narrow window limits the width of the panel.
        const shownWidth = event.currentTarget.nextElementSibling?.clientWidth;
        dragStart.current = { x: event.clientX, width: shownWidth || panel.width };
      }}
      onPointerMove={(event) => dragStart.current && panel.resize(getWidthAt(event), false)}
      onPointerUp={(event) => {
        if (dragStart.current) panel.resize(getWidthAt(event));
        dragStart.current = null;
      }}
      onPointerCancel={() => (dragStart.current = null)}
      onDoubleClick={panel.reset}
      onKeyDown={onKeyDown}
    />
  );
}
