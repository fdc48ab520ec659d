import { Button, FoldRightIcon, Tooltip, UnfoldRightIcon } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import type { Panel } from './use-panel';

/** Gives the picture the room of the side panel, and takes it back. */
export function FoldPanel({ panel: { isFolded, toggle } }: { panel: Panel }) {
  return (
    <Tooltip content={isFolded ? messages.image.unfoldPanel : messages.image.foldPanel} relationship="label">
      <Button
        appearance="subtle"
        icon={isFolded ? <UnfoldRightIcon /> : <FoldRightIcon />}
        aria-expanded={!isFolded}
        onClick={toggle}
      />
    </Tooltip>
  );
}
