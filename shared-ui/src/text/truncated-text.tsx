import { makeStyles, Tooltip } from '@fluentui/react-components';
import { useRef, useState } from 'react';

const useStyles = makeStyles({
  text: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0, maxWidth: '100%' },
});

/** One line; what does not fit is shown in a tooltip, and only then is there one. */
export function TruncatedText({ children, as: Element = 'span' }: { children: string; as?: 'span' | 'div' | 'strong' }) {
  const styles = useStyles();
  const element = useRef<HTMLElement | null>(null);
  const [visible, setVisible] = useState(false);
  const overflows = () => element.current !== null && element.current.scrollWidth > element.current.clientWidth;
  return (
    <Tooltip
      content={children}
      relationship="inaccessible"
      visible={visible}
      onVisibleChange={(_, data) => setVisible(data.visible && overflows())}
    >
      <Element
        className={styles.text}
        ref={(node: HTMLElement | null) => {
          element.current = node;
        }}
      >
        {children}
      </Element>
    </Tooltip>
  );
}
