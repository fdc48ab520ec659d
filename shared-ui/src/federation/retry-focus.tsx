import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { visuallyHidden } from '../text/visually-hidden';
import { messages } from './messages';

const useStyles = makeStyles({ root: visuallyHidden });

/**
 * Takes the focus from the Retry button, which disappears when the user presses it. Otherwise, keyboard users would start again at the top
 * of the document. Tab then moves the focus into the loaded content.
 */
export function RetryFocus({ title }: { title: string }) {
  const styles = useStyles();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return (
    <span ref={element} tabIndex={-1} className={styles.root}>
      {messages.retrying(title)}
    </span>
  );
}
