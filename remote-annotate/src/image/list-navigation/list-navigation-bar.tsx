import {
  ArrowLeftIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  Button,
  hasUnsavedChanges,
  LinkButton,
  makeStyles,
  tokens,
  Tooltip,
} from '@console/shared-ui/basics';
import { useEffect, useRef } from 'react';
import { listNavigationMessages } from './list-navigation-messages';
import { NARROW_TOOLBAR, visuallyHidden } from '../controls/bar-styles';
import { useKeyActions } from '../keys/use-key-action';
import { KeepViewButton } from './preserved-view';
import type { ListNavigation } from './use-list-navigation';

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  word: { [NARROW_TOOLBAR]: visuallyHidden },
  position: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
});

/** Returns an empty text while the list is loading. */
function formatPosition({ number, total }: ListNavigation): string {
  if (total === 0) return '';
  return number === null ? listNavigationMessages.notInList(total) : listNavigationMessages.positionOf(number, total);
}

type Direction = 'next' | 'previous';

/** The button that was pressed last. Each image mounts new buttons, so this button must get the focus again on the next image. */
let lastPressedDirection: Direction | null = null;

/** A link to the list, buttons for the previous and the next image, and the position in the list. */
export function ListNavigationBar({ navigation }: { navigation: ListNavigation }) {
  const styles = useStyles();
  useKeyActions({ 'next-image': navigation.next ?? null, 'previous-image': navigation.previous ?? null });
  return (
    <div role="group" aria-label={listNavigationMessages.title} className={styles.bar}>
      <LinkButton to={navigation.back} icon={<ArrowLeftIcon />} size="small" appearance="subtle">
        <span className={styles.word}>{listNavigationMessages.back}</span>
      </LinkButton>
      <StepButton direction="previous" goToImage={navigation.previous} />
      <span role="status" aria-label={listNavigationMessages.position} className={styles.position}>
        {formatPosition(navigation)}
      </span>
      <StepButton direction="next" goToImage={navigation.next} />
      <KeepViewButton />
    </div>
  );
}

function StepButton({ direction, goToImage }: { direction: Direction; goToImage: (() => void) | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (lastPressedDirection !== direction) return undefined;
    // Wait one frame: the heading of the page takes the focus after a navigation.
    const frame = requestAnimationFrame(() => {
      lastPressedDirection = null;
      button.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [direction]);
  return (
    <Tooltip content={listNavigationMessages[direction]} relationship="label">
      <Button
        ref={button}
        appearance="subtle"
        size="small"
        icon={direction === 'next' ? <ChevronRightIcon /> : <ChevronLeftIcon />}
        disabledFocusable={!goToImage}
        onClick={() => {
          // If there is unfinished work, a dialog asks first, and the user may stay on this image.
          lastPressedDirection = hasUnsavedChanges() ? null : direction;
          goToImage?.();
        }}
      />
    </Tooltip>
  );
}
