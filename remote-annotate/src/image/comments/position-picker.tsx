import { Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Vec } from '../../editor';
import { snapToImage } from '../../editor/geometry/clamp';
import { ARROWS } from '../../editor/shortcuts';
import { useScreen } from '../context/screen-context';
import { imageCommentsMessages as texts } from './image-comments-messages';

/** Movement per press of an arrow key, in CSS pixels. With Shift, the movement is a tenth of this value. */
const KEY_STEP = 20;
const useStyles = makeStyles({
  area: {
    position: 'absolute',
    inset: 0,
    zIndex: 2,
    padding: 0,
    width: '100%',
    height: '100%',
    border: 'none',
    backgroundColor: 'transparent',
    cursor: 'crosshair',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  mark: {
    position: 'absolute',
    width: '20px',
    height: '20px',
    transform: 'translate(-50%, -50%)',
    borderRadius: tokens.borderRadiusCircular,
    border: `3px solid ${tokens.colorPaletteRedBackground3}`,
    boxShadow: `0 0 0 2px ${tokens.colorNeutralForegroundOnBrand}`,
    pointerEvents: 'none',
  },
  bar: {
    position: 'absolute',
    zIndex: 3,
    top: tokens.spacingVerticalS,
    insetInline: tokens.spacingHorizontalS,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow8,
  },
  instruction: { margin: 0, flexGrow: 1, minWidth: '160px' },
});

interface PositionPickerProps {
  /** Called with image pixels (after applying the orientation), or with null for the entire image. */
  onPick: (position: readonly [number, number] | null) => void;
  onCancel: () => void;
}

/** Asks for a position on the image, by mouse or arrow keys. Esc cancels. */
export function PositionPicker({ onPick, onCancel }: PositionPickerProps) {
  const styles = useStyles();
  const { image, editor } = useScreen();
  const area = useRef<HTMLButtonElement>(null);
  const [markPosition, setMarkPosition] = useState(() =>
    editor.viewport.toScreen({ x: image.img_width / 2, y: image.img_height / 2 }),
  );
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  const pickPoint = (point: Vec) => onPick(snapToImage(editor.viewport.toImage(point), editor.imageSize));
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A click that the Enter key triggers has no pointer position, so use the mark.
    if (event.detail === 0) return pickPoint(markPosition);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    pickPoint({ x: event.clientX - left, y: event.clientY - top });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (event.key === 'Escape') onCancel();
    if (direction) {
      const distance = event.shiftKey ? KEY_STEP / 10 : KEY_STEP;
      setMarkPosition(({ x, y }) => ({ x: x + direction.x * distance, y: y + direction.y * distance }));
    }
    if (direction || event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div onKeyDown={onKeyDown}>
      <button ref={area} type="button" aria-label={texts.pickPosition} className={styles.area} onClick={onClick}>
        <span className={styles.mark} style={{ left: markPosition.x, top: markPosition.y }} />
      </button>
      <div className={styles.bar}>
        <p className={styles.instruction}>{texts.pickPosition}</p>
        <Button size="small" onClick={() => onPick(null)}>
          {texts.entireImage}
        </Button>
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}
