import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { useEffect, useRef, useState } from 'react';
import type { Label } from '../../editor';
import { labelDialogMessages } from '../labels/label-dialog-messages';
import { shapeMessages } from '../../text/shape-messages';
import { LabelKey } from '../labels/label-key';

/** Height of a row in pixels, with space for two lines. */
const ROW_HEIGHT = 40;
const VISIBLE_ROWS = 7;
/** Rows rendered outside the visible part, so that fast scrolling shows no gaps. */
const OVERSCAN_ROWS = 6;

const useStyles = makeStyles({
  list: {
    position: 'relative',
    height: `min(${ROW_HEIGHT * VISIBLE_ROWS}px, 40vh)`,
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  option: {
    position: 'absolute',
    insetInline: 0,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    height: `${ROW_HEIGHT}px`,
    padding: `0 ${tokens.spacingHorizontalM}`,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  // A line above the first label that the current job does not ask for. Labels of the job are listed first.
  firstNonJobLabel: { borderTop: `1px solid ${tokens.colorNeutralStroke1}` },
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  swatch: {
    flexShrink: 0,
    width: '12px',
    height: '12px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    // Keep the color of the label in forced-colors mode.
    forcedColorAdjust: 'none',
  },
  name: {
    flexGrow: 1,
    minWidth: 0,
    lineHeight: '17px',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
  },
  noMatch: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
});

interface LabelOptionsProps {
  id: string;
  /** In display order. */
  labels: readonly Label[];
  chosenLabelId: string;
  /** Whether a key chooses its label, instead of being typed into the search. */
  areKeysActive: boolean;
  onChoose: (id: string) => void;
  onConfirm: () => void;
}

/** A virtualized list of labels. */
export function LabelOptions({ id, labels, chosenLabelId, areKeysActive, onChoose, onConfirm }: LabelOptionsProps) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const chosenIndex = labels.findIndex((label) => label.id === chosenLabelId);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const visibleHeight = element.clientHeight || ROW_HEIGHT * VISIBLE_ROWS;
    const rowTop = Math.max(0, chosenIndex) * ROW_HEIGHT;
    if (rowTop < element.scrollTop) element.scrollTop = rowTop;
    else if (rowTop + ROW_HEIGHT > element.scrollTop + visibleHeight) element.scrollTop = rowTop + ROW_HEIGHT - visibleHeight;
  }, [chosenIndex, labels]);
  const firstRenderedIndex = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN_ROWS);
  const renderedLabels = labels.slice(firstRenderedIndex, firstRenderedIndex + VISIBLE_ROWS + 2 * OVERSCAN_ROWS);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={shapeMessages.label}
      className={styles.list}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      {labels.length === 0 && <div className={styles.noMatch}>{labelDialogMessages.noMatch}</div>}
      {renderedLabels.map((label, index) => {
        const position = firstRenderedIndex + index;
        return (
          <div
            key={label.id}
            id={`${id}-${label.id}`}
            role="option"
            aria-selected={label.id === chosenLabelId}
            aria-setsize={labels.length}
            aria-posinset={position + 1}
            aria-keyshortcuts={(areKeysActive && label.key) || undefined}
            className={mergeClasses(
              styles.option,
              !label.isOfJob && labels[position - 1]?.isOfJob && styles.firstNonJobLabel,
              label.id === chosenLabelId && styles.chosen,
            )}
            style={{ top: position * ROW_HEIGHT }}
            title={label.name}
            // Keep the focus in the search field, so that Enter also confirms after a click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(label.id)}
            onDoubleClick={onConfirm}
          >
            {/* Hide the swatch from screen readers, which would otherwise read a colour code before each name. */}
            <span aria-hidden className={styles.swatch} style={{ backgroundColor: label.color }} />
            <span className={styles.name}>{label.name}</span>
            {areKeysActive && <LabelKey labelKey={label.key} />}
          </div>
        );
      })}
      <div aria-hidden style={{ height: labels.length * ROW_HEIGHT }} />
    </div>
  );
}
