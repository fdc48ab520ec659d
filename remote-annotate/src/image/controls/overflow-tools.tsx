import { Button, makeStyles, mergeClasses, MoreIcon, tokens, Tooltip } from '@console/shared-ui/basics';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { imageMessages } from '../data/image-messages';

/** Widths of each bar below which its tools move into the menu. The bars then fit on one line, even on a phone. */
const OVERFLOW_QUERIES = { toolbar: '@container (max-width: 940px)', footer: '@container (max-width: 640px)' } as const;
/** Width of the bar on a phone. Its buttons then show icons without text. */
export const TINY_TOOLBAR = '@container (max-width: 520px)';
type Bar = keyof typeof OVERFLOW_QUERIES;

const menuStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: tokens.spacingHorizontalS,
  position: 'absolute',
  zIndex: 2,
  maxWidth: '100%',
  boxSizing: 'border-box',
  padding: tokens.spacingHorizontalS,
  border: `1px solid ${tokens.colorNeutralStroke2}`,
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: tokens.colorNeutralBackground1,
  boxShadow: tokens.shadow16,
} as const;

const useStyles = makeStyles({
  button: { display: 'none' },
  toolbarButton: { [OVERFLOW_QUERIES.toolbar]: { display: 'inline-flex' } },
  footerButton: { [OVERFLOW_QUERIES.footer]: { display: 'inline-flex' } },
  tools: { display: 'contents' },
  toolbarTools: { [OVERFLOW_QUERIES.toolbar]: { display: 'none' } },
  footerTools: { [OVERFLOW_QUERIES.footer]: { display: 'none' } },
  toolbarOpen: { [OVERFLOW_QUERIES.toolbar]: { ...menuStyle, top: '100%', insetInlineEnd: tokens.spacingHorizontalM } },
  footerOpen: { [OVERFLOW_QUERIES.footer]: { ...menuStyle, bottom: '100%', insetInlineStart: tokens.spacingHorizontalM } },
});

/** Tools that keep the menu open: they open a popover beside them, show their result in the button, or do nothing. */
const KEEPS_MENU_OPEN = '[aria-expanded], [aria-haspopup], [aria-disabled="true"], [data-shows-result] button';

/** The button of the overflow menu. Popovers that a key opens while the tools are in the menu are positioned at this button. */
export const OverflowButtonContext = createContext<RefObject<HTMLButtonElement | null> | null>(null);

/**
 * Tools that are shown in the bar where space allows, and otherwise in a menu next to the bar. They are rendered once, so their
 * keys and state work in both places. The parent must be positioned.
 */
export function OverflowTools({ bar, children }: { bar: Bar; children: ReactNode }) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Close the menu on a press on the canvas, because the menu covers a part of the image.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[role="application"]')) setIsOpen(false);
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return;
    event.preventDefault();
    setIsOpen(false);
    button.current?.focus();
  };
  const onToolClick = ({ target, currentTarget }: MouseEvent) => {
    // Ignore clicks in dialogs of the tools. React reports them too, although dialogs are elsewhere in the document.
    const tool = target instanceof Element && currentTarget.contains(target) ? target.closest('button') : null;
    if (!isOpen || !tool || tool.matches(KEEPS_MENU_OPEN)) return;
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Tooltip content={imageMessages.moreTools} relationship="label">
        <Button
          ref={button}
          size={bar === 'footer' ? 'small' : 'medium'}
          appearance="subtle"
          icon={<MoreIcon />}
          className={mergeClasses(styles.button, styles[`${bar}Button`])}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          onKeyDown={onKeyDown}
        />
      </Tooltip>
      <div
        id={id}
        className={mergeClasses(styles.tools, styles[`${bar}Tools`], isOpen && styles[`${bar}Open`])}
        onClick={onToolClick}
        onKeyDown={onKeyDown}
      >
        <OverflowButtonContext value={button}>{children}</OverflowButtonContext>
      </div>
    </>
  );
}
