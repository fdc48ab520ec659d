import type { TrainingImage } from '@console/shared-contract/api';
import {
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Permitted,
  tokens,
} from '@console/shared-ui/basics';
import { type CSSProperties, useDeferredValue, useMemo, useRef, useState } from 'react';
import { imageMessages } from '../data/image-messages';
import { toLayerWorkId, type Outbox } from '../../outbox';
import { CanvasArea } from '../canvas/canvas-area';
import { Footer } from '../canvas/footer';
import { useShapeLabels } from '../data/image.queries';
import { markJobLabels } from '../labels/job-labels';
import { ImageHistory } from './image-history';
import { LayerNote } from './layer-note';
import { LabelDialog } from '../label-dialog/label-dialog';
import { ScreenContext, useCanAnnotate, type ScreenHost } from '../context/screen-context';
import { CommentsPanelSlot } from '../comments/comments-slots';
import { CommentsContext, useCreateCommentsPanel, type CommentsPanelState } from '../comments/use-comments-panel';
import { HistoryPanelSlot } from '../change-history/history-panel-slot';
import { Legend } from '../change-history/legend';
import { useHistoryPanel, type HistoryPanelState } from '../change-history/use-history-panel';
import { PanelEdge } from '../side-panel/panel-edge';
import { usePanel, type Panel } from '../side-panel/use-panel';
import { RuleGate } from '../rules/rule-gate';
import { Suspects } from '../suspects/suspects';
import { SidePanel } from '../side-panel/side-panel';
import { ImageToolbar } from '../toolbar/image-toolbar';
import { useSelectObjectFromUrl } from '../list-navigation/use-select-object-from-url';
import { useActiveTime } from '../../active-time/use-active-time';
import { useAnnotation } from './use-annotation';

const PHONE = '@media (max-width: 640px)';

const useStyles = makeStyles({
  screen: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    [PHONE]: { overflowY: 'auto' },
  },
  // On a phone the image is above the toolbar and the panel.
  toolbar: { flexShrink: 0, [PHONE]: { order: 1 } },
  body: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 2px min(var(--panel), var(--panel-limit))',
    gridTemplateRows: 'minmax(0, 1fr)',
    flexGrow: 1,
    minHeight: 0,
    '@media (max-width: 900px)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'max-content max-content',
      overflowY: 'auto',
    },
    [PHONE]: { display: 'contents', '& > aside': { order: 1 } },
  },
  withoutPanel: { gridTemplateColumns: 'minmax(0, 1fr)' },
  // In a narrow window, the panel lies below the image. The fixed height keeps the complete image visible while the page scrolls.
  canvasColumn: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground3,
    '@media (max-width: 900px)': { height: 'max(360px, 60vh)', flexShrink: 0 },
  },
  // Messages cover a part of the image. If they took space above it, a new message would move the canvas while the user draws.
  overlay: { position: 'absolute', insetInline: 0, top: 0, zIndex: 1 },
});

const DEFAULT_MASK_OPACITY = 0.4;

/**
 * One image with its canvas, tools and panels. The screen stays mounted for the next image, so children with state of one image
 * use its id as `key`.
 */
export function ImageScreen({ image, outbox, host }: { image: TrainingImage; outbox: Outbox; host: ScreenHost }) {
  const styles = useStyles();
  const { layer = null } = host;
  const canAnnotate = useCanAnnotate() && layer?.isDone !== true;
  const labelsQuery = useShapeLabels();
  const jobTasks = host.job?.recognition_tasks;
  const markedLabels = useMemo(
    () => labelsQuery.data && markJobLabels(labelsQuery.data, jobTasks ?? []),
    [labelsQuery.data, jobTasks],
  );
  const { editor, shapesState, retryShapes } = useAnnotation(image, markedLabels, outbox, layer);
  useSelectObjectFromUrl(editor);
  useActiveTime({ workspaceId: image.workspace, itemId: image.id, jobId: host.job?.id ?? null });
  const historyPanel = useHistoryPanel();
  const commentsPanel = useCreateCommentsPanel(image.id);
  const sidePanel = useSidePanel(historyPanel, commentsPanel);
  // Render the image before the panel, because users who go through the items of a job wait for the image.
  const hasPanel = useDeferredValue(true, false);
  const canvasContainer = useRef<HTMLDivElement>(null);
  const [maskOpacity, setMaskOpacity] = useState(DEFAULT_MASK_OPACITY);
  const workId = layer ? toLayerWorkId(layer) : image.id;
  const screen = useMemo(() => ({ ...host, image, editor, outbox, workId }), [host, image, editor, outbox, workId]);
  // Show an error only if the labels have never been loaded. If a refresh fails, keep using the loaded labels.
  const failureMessage =
    shapesState === 'failed' ? imageMessages.shapesFailed : labelsQuery.isLoadingError ? imageMessages.labelsFailed : null;
  const retry = () => {
    if (shapesState === 'failed') retryShapes();
    if (labelsQuery.isError) void labelsQuery.refetch();
  };
  return (
    <ScreenContext value={screen}>
      <CommentsContext value={commentsPanel}>
        {canAnnotate && <ImageHistory isLoaded={shapesState === 'loaded'} />}
        <div className={styles.screen}>
          <div className={styles.toolbar}>
            <ImageToolbar panel={sidePanel} />
          </div>
          <div
            className={mergeClasses(styles.body, sidePanel.isCollapsed && styles.withoutPanel)}
            // With the default width of the panel, the image gets 60 % of a window of 1024 pixels, beside the navigation.
            style={{ '--panel': `${sidePanel.width}px`, '--panel-limit': sidePanel.isResized ? '60%' : '36%' } as CSSProperties}
          >
            <div ref={canvasContainer} className={styles.canvasColumn}>
              {layer && host.job && <LayerNote job={host.job} layer={layer} outbox={outbox} />}
              <CanvasArea maskOpacity={maskOpacity} />
              <Legend />
              {!layer && (
                <Permitted<'PUT /annotate/v2/suspect/{id}'> permission="review">
                  <Suspects key={image.id} areShapesLoaded={shapesState === 'loaded'} />
                </Permitted>
              )}
              {failureMessage !== null && (
                <MessageBar intent="warning" className={styles.overlay}>
                  <MessageBarBody>{failureMessage}</MessageBarBody>
                  <MessageBarActions>
                    <Button size="small" onClick={retry}>
                      {imageMessages.retry}
                    </Button>
                  </MessageBarActions>
                </MessageBar>
              )}
              <Footer areShapesLoaded={shapesState === 'loaded'} maskOpacity={maskOpacity} onMaskOpacity={setMaskOpacity} />
            </div>
            {!sidePanel.isCollapsed && <PanelEdge panel={sidePanel} />}
            {!sidePanel.isCollapsed &&
              (commentsPanel.isOpen ? (
                <CommentsPanelSlot />
              ) : historyPanel.isOpen ? (
                <HistoryPanelSlot />
              ) : hasPanel ? (
                <SidePanel />
              ) : (
                <div />
              ))}
          </div>
          <LabelDialog key={image.id} editor={editor} canvas={canvasContainer} />
          {canAnnotate && <RuleGate key={`rules ${image.id}`} shapesState={shapesState} />}
        </div>
      </CommentsContext>
    </ScreenContext>
  );
}

/** The panel beside the image. Open comments or an open history replace the image details, even if the details are collapsed. */
function useSidePanel(history: HistoryPanelState, comments: CommentsPanelState): Panel {
  const panel = usePanel();
  const openPanel = comments.isOpen ? comments : history;
  return useMemo(() => {
    if (!openPanel.isOpen) return panel;
    const collapse = () => {
      openPanel.close();
      if (!panel.isCollapsed) panel.toggle();
    };
    return { ...panel, isCollapsed: false, toggle: collapse };
  }, [panel, openPanel]);
}
