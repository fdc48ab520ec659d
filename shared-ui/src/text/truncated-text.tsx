import { makeStyles } from '@fluentui/react-components';
import { useLazyTooltip } from './lazy-tooltip';

const useStyles = makeStyles({
  text: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0, maxWidth: '100%' },
});

const overflows = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;

/** One line; what does not fit is shown in a tooltip, and only then is there one. */
export function TruncatedText({ children, as: Element = 'span' }: { children: string; as?: 'span' | 'div' | 'strong' }) {
  const styles = useStyles();
  const { triggers, tooltip } = useLazyTooltip(children, overflows);
  return (
    <>
      <Element className={styles.text} {...triggers}>
        {children}
      </Element>
      {tooltip}
    </>
  );
}
