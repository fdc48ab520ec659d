import { makeStyles, tokens, useUnsaved } from '@console/shared-ui/basics';
import { vertexCount, type Editor, type PolygonShape, type Shape } from '../editor';
import { vertexAt } from '../editor/geometry/polygon';
import { shapeBounds } from '../editor/geometry/shape';
import { useTopic } from '../editor/view/use-topic';
import { messages } from '../messages';
import { onlyRead } from './bar-room';
import { UnfinishedPolygon } from './drafts/unfinished-polygon';
import { shapeName } from './label-names';
import { useScreen } from './screen-context';

const words = messages.canvas;
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
  spoken: onlyRead,
});

/** Notices on the canvas, and announcements of the selection and the crosshair for screen readers. */
export function CanvasNotes() {
  const styles = useStyles();
  const { editor, image } = useScreen();
  const notice = useTopic(editor.topics.notice);
  const parked = useTopic(editor.topics.parked);
  const tool = useTopic(editor.topics.tool);
  useUnsaved(tool.busy === 'creating' || parked.length > 0);
  const text =
    notice === null
      ? parked.length > 0 && words.notices.parked
      : notice.type !== 'box-too-small'
        ? words.notices[notice.type](notice.count)
        : words.notices[notice.type];
  return (
    <>
      <UnfinishedPolygon key={image.id} />
      <div role="status" className={styles.notice}>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <Announcements editor={editor} className={styles.spoken} />
    </>
  );
}

function Announcements({ editor, className }: { editor: Editor; className: string }) {
  const selection = useTopic(editor.topics.selection);
  const crosshair = useTopic(editor.topics.crosshair);
  const vertex = useTopic(editor.topics.vertex);
  // The position of the vertex changes with the document.
  useTopic(editor.topics.document);
  const [id] = selection;
  const shape = id === undefined ? undefined : editor.document.get(id);
  const text =
    vertex !== null && shape?.kind === 'polygon'
      ? describeVertex(shape, vertex)
      : crosshair
        ? words.spoken.crosshair(crosshair.x, crosshair.y)
        : shape === undefined
          ? ''
          : selection.length > 1
            ? messages.shapes.count[shape.kind](selection.length)
            : describeShape(shape, editor);
  return (
    <div aria-live="polite" className={className}>
      {text}
    </div>
  );
}

function describeVertex({ data }: PolygonShape, index: number): string {
  const { x, y } = vertexAt(data, index);
  return words.spoken.vertex(index + 1, vertexCount(data), words.spoken.at(x, y));
}

function describeShape(shape: Shape, editor: Editor): string {
  const shapes = editor.document.shapes();
  const { minX, minY, maxX, maxY } = shapeBounds(shape);
  const position = words.spoken.at(minX, minY);
  const size = shape.kind === 'point' ? position : `${words.spoken.size(maxX - minX, maxY - minY)} ${position}`;
  const name = `${messages.shape[shape.kind]} ${shapeName(shape, editor.labels)}`;
  return words.spoken.shape(name, shapes.findIndex((other) => other.id === shape.id) + 1, shapes.length, size);
}
