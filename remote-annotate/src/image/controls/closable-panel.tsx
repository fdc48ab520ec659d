import { Button, CloseIcon, makeStyles, tokens, Tooltip } from '@console/shared-ui/basics';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { handleEscape } from './handle-escape';

/** Styles of a panel beside the image, which fills the height of the window. */
export const panelFrame = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  minWidth: 0,
  overflow: 'hidden',
  backgroundColor: tokens.colorNeutralBackground1,
} as const;

const useStyles = makeStyles({
  panel: panelFrame,
  head: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
});

interface ClosablePanelProps {
  /** Accessible name. */
  label: string;
  /** Heading. Default: `label`. */
  title?: string;
  titleRef?: Ref<HTMLHeadingElement>;
  closeLabel: string;
  /** Buttons between the heading and the close button. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside the image with a heading. Esc or its close button closes it. */
export function ClosablePanel(props: ClosablePanelProps) {
  const { label, title = label, titleRef, closeLabel, actions, onClose, children } = props;
  const styles = useStyles();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented) handleEscape(event, onClose);
  };
  return (
    <aside aria-label={label} className={styles.panel} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2 ref={titleRef} tabIndex={-1} className={styles.title} title={title}>
          {title}
        </h2>
        {actions}
        <Tooltip content={closeLabel} relationship="label">
          <Button appearance="subtle" icon={<CloseIcon />} onClick={onClose} />
        </Tooltip>
      </div>
      {children}
    </aside>
  );
}
