import { Button, FoldRightIcon, UnfoldRightIcon } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import type { Panel } from './use-panel';

/** Gives the picture the room of the side panel, and takes it back. */
export function FoldPanel({ panel: { isFolded, toggle } }: { panel: Panel }) {
  useKeyAction('panel', toggle);
  return (
    <KeyTooltip label={isFolded ? messages.image.unfoldPanel : messages.image.foldPanel} action="panel">
      <Button
        appearance="subtle"
        icon={isFolded ? <UnfoldRightIcon /> : <FoldRightIcon />}
        aria-expanded={!isFolded}
        onClick={toggle}
      />
    </KeyTooltip>
  );
}
