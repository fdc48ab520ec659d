import { Button, makeStyles, mergeClasses, MoreIcon, tokens, Tooltip } from '@console/shared-ui/basics';
import { createContext, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { messages } from '../messages';

/** The bars have one line each: beside the open navigation in a window of 1024 pixels, and on a telephone. */
const OVERFLOW_QUERIES = { toolbar: '@container (max-width: 940px)', footer: '@container (max-width: 640px)' } as const;
/** A telephone: of what stays in the bar, words give way to pictures. */
export const TINY_TOOLBAR = '@container (max-width: 520px)';
type Bar = keyof typeof OVERFLOW_QUERIES;

const opened = {
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
  toolbarOpen: { [OVERFLOW_QUERIES.toolbar]: { ...opened, top: '100%', insetInlineEnd: tokens.spacingHorizontalM } },
  footerOpen: { [OVERFLOW_QUERIES.footer]: { ...opened, bottom: '100%', insetInlineStart: tokens.spacingHorizontalM } },
});

/** The button that the tools fold behind: what is opened by its key while they are folded stands at it. */
export const OverflowButtonContext = createContext<RefObject<HTMLButtonElement | null> | null>(null);

/**
 * Tools that stand in their bar where it has the room, and otherwise behind a button, beside the bar. They are drawn once, so
 * that their keys work and what is chosen in them stays, wherever they are. The bar's holder is positioned.
 */
export function OverflowTools({ of, children }: { of: Bar; children: ReactNode }) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Over the picture: who goes on with that is done with them.
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
  return (
    <>
      <Tooltip content={messages.image.more} relationship="label">
        <Button
          ref={button}
          size={of === 'footer' ? 'small' : 'medium'}
          appearance="subtle"
          icon={<MoreIcon />}
          className={mergeClasses(styles.button, styles[`${of}Button`])}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          onKeyDown={onKeyDown}
        />
      </Tooltip>
      <div
        id={id}
        className={mergeClasses(styles.tools, styles[`${of}Tools`], isOpen && styles[`${of}Open`])}
        onKeyDown={onKeyDown}
      >
        <OverflowButtonContext value={button}>{children}</OverflowButtonContext>
      </div>
    </>
  );
}
