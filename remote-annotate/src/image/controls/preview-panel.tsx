import { Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFocusCanvasOnUnmount } from './focus-canvas';
import { handleEscape } from './handle-escape';

const useStyles = makeStyles({
  panel: {
    position: 'absolute',
    zIndex: 1,
    bottom: tokens.spacingVerticalS,
    insetInlineStart: tokens.spacingHorizontalM,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    boxSizing: 'border-box',
    width: '300px',
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalM})`,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
});

interface PreviewPanelProps {
  title: string;
  applyLabel: string;
  discardLabel: string;
  /** Whether there is nothing to apply. */
  isEmpty?: boolean;
  onApply: () => void;
  onDiscard: () => void;
  children: ReactNode;
}

/** A panel over the canvas, shown while the canvas previews a change. It takes the focus. Enter applies the change, Esc discards it. */
export function PreviewPanel({ title, applyLabel, discardLabel, isEmpty, onApply, onDiscard, children }: PreviewPanelProps) {
  const styles = useStyles();
  const panelElement = useRef<HTMLElement>(null);
  useFocusCanvasOnUnmount();
  const applyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Do not focus the button that discards: Enter presses the focused button.
    const focusTarget = panelElement.current?.querySelector('input') ?? applyButton.current;
    focusTarget?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    handleEscape(event, onDiscard);
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement || isEmpty) return;
    event.preventDefault();
    onApply();
  };
  return (
    <section ref={panelElement} aria-label={title} className={styles.panel} onKeyDown={onKeyDown}>
      <h3 className={styles.title}>{title}</h3>
      {children}
      <div className={styles.buttons}>
        <Button size="small" onClick={onDiscard}>
          {discardLabel}
        </Button>
        <Button ref={applyButton} size="small" appearance="primary" disabledFocusable={isEmpty} onClick={onApply}>
          {applyLabel}
        </Button>
      </div>
    </section>
  );
}
