import { makeStyles } from '@fluentui/react-components';
import { useLazyTooltip } from './lazy-tooltip';

const useStyles = makeStyles({
  text: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0, maxWidth: '100%' },
});

const isTruncated = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;

/** A single line of text. If it does not fit, a tooltip shows the complete text. */
export function TruncatedText({ children, as: Element = 'span' }: { children: string; as?: 'span' | 'div' | 'strong' }) {
  const styles = useStyles();
  const { triggers, tooltip } = useLazyTooltip(children, isTruncated);
  return (
    <>
      <Element className={styles.text} {...triggers}>
        {children}
      </Element>
      {tooltip}
    </>
  );
}
