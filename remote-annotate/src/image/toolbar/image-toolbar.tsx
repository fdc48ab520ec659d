import { memo } from 'react';
import { useHasService } from '@console/shared-auth';
import { makeStyles, Permitted, tokens, TruncatedText } from '@console/shared-ui/basics';
import { Toolbar, ToolbarDivider } from '@console/shared-ui/toolbar';
import { barContainer, NARROW_TOOLBAR } from '../controls/bar-styles';
import { getImageFileName } from '@console/shared-contract/image-file-name';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { useTopic } from '../../editor/view/layer/use-topic';
import { CommentsButton } from '../comments/comments-button';
import { HistoryButton } from '../change-history/history-button';
import { CopyImageId } from './copy-image-id';
import { DeleteImage } from './delete-image';
import { BoxDrawingModeChoice, NextShapeLabel } from './draw-options';
import { useLabelKeys } from '../labels/use-label-keys';
import { useShapeCommandKeys } from '../shape-card/use-shape-commands';
import { OverflowTools, TINY_TOOLBAR } from '../controls/overflow-tools';
import { useJoinGroupKey } from '../groups/use-join-group-key';
import { ImageFlags } from './image-flags';
import { SaveStateView } from '../save-state/save-state';
import type { Panel } from '../side-panel/use-panel';
import { TogglePanelButton } from '../side-panel/toggle-panel-button';
import { ToolButtons } from './tool-buttons';
import { VerifyButton } from '../verification/verify-button';
import { UndoButtons, ViewButtons } from './view-buttons';

const useStyles = makeStyles({
  // Place the toolbar above the canvas in z-order, because its overflow menu covers a part of the canvas.
  container: { ...barContainer, position: 'relative', zIndex: 1 },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    [TINY_TOOLBAR]: { paddingInline: tokens.spacingHorizontalS },
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // A container for the tools, whose layout depends on the remaining width next to the bar of a list. On a phone, the tools start a new
  // line.
  imageTools: { ...barContainer, flex: '1 1 380px', position: 'relative' },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    [NARROW_TOOLBAR]: { columnGap: tokens.spacingHorizontalXS },
    [TINY_TOOLBAR]: { columnGap: 0 },
  },
  // On a phone, the label for new shapes and Verify share the second line.
  tools: { padding: 0, flexWrap: 'wrap', gap: tokens.spacingHorizontalXXS, [TINY_TOOLBAR]: { display: 'contents' } },
  divider: { [NARROW_TOOLBAR]: { display: 'none' } },
  name: {
    maxWidth: '180px',
    [NARROW_TOOLBAR]: { maxWidth: '100px' },
    [TINY_TOOLBAR]: { display: 'none' },
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
  },
  end: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    [NARROW_TOOLBAR]: { gap: tokens.spacingHorizontalXS },
    [TINY_TOOLBAR]: { gap: 0, order: 2 },
    marginInlineStart: 'auto',
  },
});

/**
 * Calls the hooks that depend on the selection in a separate component, so that a change of the selection does not render the complete
 * toolbar.
 */
function SelectionKeys() {
  useJoinGroupKey();
  useLabelKeys();
  useShapeCommandKeys();
  return null;
}

/**
 * The toolbar of the image screen, with the button of the side panel at its end. Memoized, because the screen renders about six times
 * for each step to another image. Rendering the toolbar each time would take a quarter of the time of a step.
 */
export const ImageToolbar = memo(function ImageToolbar({ panel }: { panel: Panel }) {
  const styles = useStyles();
  const { editor, image, outbox, job, bar, layer, workId } = useScreen();
  const { chosenTool } = useTopic(editor.topics.tool);
  const fileName = getImageFileName(image);
  const canAnnotate = useCanAnnotate();
  const canVerify = useHasService('annotate') && canAnnotate;
  return (
    <div className={styles.container}>
      <div className={styles.line}>
        <SelectionKeys />
        {bar}
        <div className={styles.imageTools}>
          <div className={styles.bar}>
            {/* In a job, the title of the page is the name of the job. */}
            {job && fileName !== null && (
              <span className={styles.name}>
                <TruncatedText>{fileName}</TruncatedText>
              </span>
            )}
            <Toolbar className={styles.tools} checkedValues={{ tool: [chosenTool] }}>
              <ToolButtons />
              <ToolbarDivider className={styles.divider} />
              {canAnnotate && (
                <>
                  <UndoButtons />
                  <NextShapeLabel />
                  <ToolbarDivider className={styles.divider} />
                </>
              )}
              <OverflowTools bar="toolbar">
                <ViewButtons />
                <ToolbarDivider className={styles.divider} />
                <ImageFlags />
                <CopyImageId />
                {/* Hide history and comments for a layer (the user's own work), because they are about the annotations of the image. */}
                {!layer && <HistoryButton />}
                {!layer && <CommentsButton />}
                <Permitted<'DELETE /recognition/v2/training-image/{id}'> permission="manage">
                  <DeleteImage key={image.id} />
                </Permitted>
                {/* Show this option last, because it is visible for only one tool and must not move the other controls. */}
                <BoxDrawingModeChoice />
              </OverflowTools>
            </Toolbar>
            <div className={styles.end}>
              <SaveStateView key={image.id} outbox={outbox} imageId={workId} isReadOnly={!canAnnotate} />
              {canVerify && !job && <VerifyButton />}
              <TogglePanelButton panel={panel} />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
});
