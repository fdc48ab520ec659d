import { makeStyles, tokens, useUnsavedChanges } from '@console/shared-ui/basics';
import { Presence } from '@console/shared-ui/presence';
import type { Editor, Shape } from '../../editor';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import { useTopic } from '../../editor/view/layer/use-topic';
import type { Notice } from '../../editor/tools/states/feedback';
import { polygonCommandMessages } from '../polygons/polygon-command-messages';
import { canvasMessages } from './canvas-messages';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { visuallyHidden } from '../controls/bar-styles';
import { UnfinishedPolygon } from '../drafts/unfinished-polygon';
import { formatSelected, getShapeName } from '../labels/label-names';
import { useScreen } from '../context/screen-context';

const useStyles = makeStyles({
  notice: {
    position: 'absolute',
    bottom: tokens.spacingVerticalM,
    insetInline: 0,
    display: 'flex',
    justifyContent: 'center',
    pointerEvents: 'none',
  },
  text: {
    margin: `0 ${tokens.spacingHorizontalM}`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    color: tokens.colorNeutralForegroundInverted,
  },
  presence: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    insetInlineEnd: tokens.spacingHorizontalS,
    maxWidth: '70%',
    display: 'flex',
    justifyContent: 'flex-end',
    pointerEvents: 'none',
  },
  liveRegion: visuallyHidden,
});

/** Notices about gestures that had no effect, and a live region that announces the selection and the crosshair to screen readers. */
export function CanvasNotices() {
  const styles = useStyles();
  const { editor, image } = useScreen();
  const notice = useTopic(editor.topics.notice);
  const suspendedDrafts = useTopic(editor.topics.suspendedDrafts);
  const { chosenTool } = useTopic(editor.topics.tool);
  useUnsavedChanges(editor.hasUnfinished);
  const hint =
    chosenTool === 'cut' ? polygonCommandMessages.cutHint : suspendedDrafts.length > 0 && canvasMessages.notices.suspended;
  const noticeText = notice === null ? hint : describeNotice(notice);
  return (
    <>
      <UnfinishedPolygon key={image.id} />
      <div className={styles.presence}>
        <Presence kind="image" id={image.id} />
      </div>
      <div role="status" className={styles.notice}>
        {noticeText && <p className={styles.text}>{noticeText}</p>}
      </div>
      <LiveRegion editor={editor} className={styles.liveRegion} />
    </>
  );
}

function describeNotice(notice: Notice): string {
  return 'count' in notice ? canvasMessages.notices[notice.type](notice.count) : canvasMessages.notices[notice.type];
}

function LiveRegion({ editor, className }: { editor: Editor; className: string }) {
  const selection = useTopic(editor.topics.selection);
  const crosshair = useTopic(editor.topics.crosshair);
  const vertex = useTopic(editor.topics.vertex);
  // Render again when the document changes, because the vertex may have moved.
  useTopic(editor.topics.document);
  const [id] = selection;
  const shape = id === undefined ? undefined : editor.document.get(id);
  const spokenText =
    vertex !== null && shape && shapeKinds.getPoints(shape)
      ? describePoint(shape, vertex)
      : crosshair
        ? canvasMessages.announcements.crosshair(crosshair.x, crosshair.y)
        : shape === undefined
          ? ''
          : selection.length > 1
            ? formatSelected(editor.selectedShapes)
            : describeShape(shape, editor);
  return (
    <div aria-live="polite" className={className}>
      {spokenText}
    </div>
  );
}

function describePoint(shape: Shape, index: number): string {
  const points = shapeKinds.getPoints(shape);
  const position = points?.get(shape, index);
  const coordinates = position ? canvasMessages.announcements.position(position.x, position.y) : '';
  if (points?.describe) return [points.describe(shape, index), coordinates].filter(Boolean).join(', ');
  return canvasMessages.announcements.vertex(index + 1, points?.count(shape) ?? 0, coordinates);
}

function describeShape(shape: Shape, editor: Editor): string {
  const shapes = editor.document.getShapes();
  const { minX, minY, maxX, maxY } = shapeKinds.getBounds(shape);
  const spokenPosition = canvasMessages.announcements.position(minX, minY);
  const extent = shapeKinds.describeSize(shape) ?? canvasMessages.announcements.size(maxX - minX, maxY - minY);
  const positionAndSize = shapeKinds.hasArea(shape) ? `${extent} ${spokenPosition}` : spokenPosition;
  const name = `${kindMessages[shape.kind].name} ${getShapeName(shape, editor.labels)}`;
  return canvasMessages.announcements.shape(
    name,
    shapes.findIndex((candidate) => candidate.id === shape.id) + 1,
    shapes.length,
    positionAndSize,
  );
}
