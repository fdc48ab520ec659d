import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@console/shared-ui/basics';
import { useEffect, useRef, useState } from 'react';
import { newShapeId, type Draft, type Editor } from '../../editor';
import { useTopic } from '../../editor/view/use-topic';
import { messages } from '../../messages';
import { useScreen } from '../screen-context';
import { keepDrafts, readDrafts, type BegunPolygon, type DraftPlace } from './draft-storage';
import { useDraftPlace } from './drafts';
import { timeOf } from './time-of';

const words = messages.canvas.unfinished;
const useStyles = makeStyles({ bars: { position: 'absolute', insetInline: 0, top: 0 } });

/** Keeps a polygon that is being drawn past a reload, and offers those that an earlier visit has left. Mount anew for another image. */
export function UnfinishedPolygon() {
  const styles = useStyles();
  const { editor } = useScreen();
  const { user, workspace, image } = useDraftPlace();
  const begun = useRef<BegunPolygon | null>(null);
  const [left, setLeft] = useState(() => readDrafts({ user, workspace, image }).polygons);
  const tool = useTopic(editor.topics.tool);
  const isDrawing = useTopic(editor.topics.parked).some(isPolygon) || (tool.active === 'polygon' && tool.busy !== 'idle');

  useEffect(() => {
    const place: DraftPlace = { user, workspace, image };
    const keep = () => {
      const vertices = verticesOf(editor);
      if (vertices === (begun.current?.vertices ?? null)) return;
      const others = readDrafts(place).polygons.filter(({ id }) => id !== begun.current?.id);
      begun.current = vertices && { id: begun.current?.id ?? newShapeId(), at: Date.now(), vertices };
      keepDrafts(place, { polygons: begun.current ? [...others, begun.current] : others });
    };
    const ends = [editor.topics.draft.subscribe(keep), editor.topics.parked.subscribe(keep)];
    return () => ends.forEach((end) => end());
  }, [editor, user, workspace, image]);

  const take = (polygon: BegunPolygon) => setLeft((all) => all.filter(({ id }) => id !== polygon.id));
  const goOn = (polygon: BegunPolygon) => {
    begun.current = polygon;
    if (editor.resumePolygon(polygon.vertices)) take(polygon);
    else begun.current = null;
  };
  const discard = (polygon: BegunPolygon) => {
    const place: DraftPlace = { user, workspace, image };
    keepDrafts(place, { polygons: readDrafts(place).polygons.filter(({ id }) => id !== polygon.id) });
    take(polygon);
  };
  if (left.length === 0) return null;
  return (
    <div className={styles.bars}>
      {left.map((polygon) => (
        <MessageBar key={polygon.id} intent="info">
          <MessageBarBody>{words.title(timeOf(polygon.at))}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" disabledFocusable={isDrawing || !editor.canDraw('polygon')} onClick={() => goOn(polygon)}>
              {words.goOn}
            </Button>
            <Button size="small" onClick={() => discard(polygon)}>
              {words.discard}
            </Button>
          </MessageBarActions>
        </MessageBar>
      ))}
    </div>
  );
}

const isPolygon = (draft: Draft) => draft.type === 'polygon';

/** The vertices that stand of a polygon that is drawn, waits for its label, or for its tool; the same array until one is added. */
function verticesOf({ topics }: Editor): readonly number[] | null {
  const draft = topics.draft.getSnapshot();
  const all = draft ? [draft, ...topics.parked.getSnapshot()] : topics.parked.getSnapshot();
  const polygon = all.find((each) => each.type === 'polygon');
  return polygon?.type === 'polygon' && polygon.vertices.length > 0 ? polygon.vertices : null;
}
