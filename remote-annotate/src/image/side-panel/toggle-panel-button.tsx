import { Button, FoldRightIcon, makeStyles, UnfoldRightIcon } from '@console/shared-ui/basics';
import { imageMessages } from '../data/image-messages';
import { TINY_TOOLBAR } from '../controls/overflow-tools';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import type { Panel } from './use-panel';

// Hide the button on a phone, where the panel lies below the image.
const useStyles = makeStyles({ button: { [TINY_TOOLBAR]: { display: 'none' } } });

/** A button that hides or shows the side panel. While the panel is hidden, the image uses its space. */
export function TogglePanelButton({ panel: { isCollapsed, toggle } }: { panel: Panel }) {
  const styles = useStyles();
  useKeyAction('panel', toggle);
  return (
    <KeyTooltip label={isCollapsed ? imageMessages.showPanel : imageMessages.hidePanel} action="panel">
      <Button
        appearance="subtle"
        className={styles.button}
        icon={isCollapsed ? <UnfoldRightIcon /> : <FoldRightIcon />}
        aria-expanded={!isCollapsed}
        onClick={toggle}
      />
    </KeyTooltip>
  );
}
