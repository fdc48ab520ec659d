import { Button, FoldRightIcon, makeStyles, UnfoldRightIcon } from '@console/shared-ui/basics';
import { imageMessages } from '../data/image-messages';
import { TINY_TOOLBAR } from '../controls/overflow-tools';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import type { Panel } from './use-panel';

// On a phone the panel lies below the image and takes no width from it.
const useStyles = makeStyles({ button: { [TINY_TOOLBAR]: { display: 'none' } } });

/** Hides the side panel, so that the image gets its space, and shows it again. */
export function TogglePanelButton({ panel: { isCollapsed, toggle } }: { panel: Panel }) {
  const styles = useStyles();
  useKeyAction('panel', toggle);
  return (
    <KeyTooltip label={isCollapsed ? imageMessages.unfoldPanel : imageMessages.foldPanel} action="panel">
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
