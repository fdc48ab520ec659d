import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { visuallyHidden } from '../text/visually-hidden';
import { messages } from './messages';

const useStyles = makeStyles({ root: visuallyHidden });

/**
 * Takes the focus from the Retry button, which goes away when it is pressed: without it a keyboard would start again
 * at the top of the document. The next Tab leads into whatever has come.
 */
export function RetryFocus({ title }: { title: string }) {
  const styles = useStyles();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <span ref={place} tabIndex={-1} className={styles.root}>
      {messages.retrying(title)}
    </span>
  );
}
