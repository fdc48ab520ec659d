import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { visuallyHidden } from '../text/visually-hidden';
import { messages } from './messages';

const useStyles = makeStyles({ root: visuallyHidden });

/**
 * Takes over the focus from the Retry button, which disappears when it is pressed. Without this element, keyboard users would
 * start again at the top of the document. The next Tab moves into the loaded content.
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
