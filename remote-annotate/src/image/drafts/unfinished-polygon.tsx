import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@console/shared-ui/basics';
import { useEffect, useRef, useState } from 'react';
import { newShapeId, type Draft, type Editor } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { draftMessages } from './draft-messages';
import { useScreen } from '../context/screen-context';
import { saveDrafts, readDrafts, type StoredPolygon } from './draft-storage';
import { useDraftScope } from './drafts';
import { formatDraftTime } from './format-draft-time';

const useStyles = makeStyles({ bars: { position: 'absolute', insetInline: 0, top: 0 } });

/** Stores the polygon that is being drawn, and offers to continue polygons of earlier visits. Mount a new instance for another image. */
export function UnfinishedPolygon() {
  const styles = useStyles();
  const { editor } = useScreen();
  const scope = useDraftScope();
  const currentPolygon = useRef<StoredPolygon | null>(null);
  const [storedPolygons, setStoredPolygons] = useState(() => readDrafts(scope).polygons);
  const tool = useTopic(editor.topics.tool);
  const isDrawing =
    useTopic(editor.topics.suspendedDrafts).some(isPolygonDraft) || (tool.active === 'polygon' && tool.busy !== 'idle');

  useEffect(() => {
    const storePolygon = () => {
      const vertices = getPlacedVertices(editor);
      if (vertices === (currentPolygon.current?.vertices ?? null)) return;
      const otherPolygons = readDrafts(scope).polygons.filter(({ id }) => id !== currentPolygon.current?.id);
      currentPolygon.current = vertices && { id: currentPolygon.current?.id ?? newShapeId(), at: Date.now(), vertices };
      saveDrafts(scope, { polygons: currentPolygon.current ? [...otherPolygons, currentPolygon.current] : otherPolygons });
    };
    const unsubscribers = [editor.topics.draft.subscribe(storePolygon), editor.topics.suspendedDrafts.subscribe(storePolygon)];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [editor, scope]);

  const removeMessage = (polygon: StoredPolygon) =>
    setStoredPolygons((polygons) => polygons.filter(({ id }) => id !== polygon.id));
  const resumeStoredPolygon = (polygon: StoredPolygon) => {
    currentPolygon.current = polygon;
    if (editor.resumePolygon(polygon.vertices)) removeMessage(polygon);
    else currentPolygon.current = null;
  };
  const discardPolygon = (polygon: StoredPolygon) => {
    saveDrafts(scope, { polygons: readDrafts(scope).polygons.filter(({ id }) => id !== polygon.id) });
    removeMessage(polygon);
  };
  if (storedPolygons.length === 0) return null;
  return (
    <div className={styles.bars}>
      {storedPolygons.map((polygon) => (
        <MessageBar key={polygon.id} intent="info">
          <MessageBarBody>{draftMessages.title(formatDraftTime(polygon.at))}</MessageBarBody>
          <MessageBarActions>
            <Button
              size="small"
              disabledFocusable={isDrawing || !editor.canDraw('polygon')}
              onClick={() => resumeStoredPolygon(polygon)}
            >
              {draftMessages.resume}
            </Button>
            <Button size="small" onClick={() => discardPolygon(polygon)}>
              {draftMessages.discard}
            </Button>
          </MessageBarActions>
        </MessageBar>
      ))}
    </div>
  );
}

const isPolygonDraft = (draft: Draft) => draft.type === 'polygon';

/**
 * Returns the vertices of the unfinished polygon, even if it waits for its label or another tool is chosen. Returns the same array until a
 * vertex is added.
 */
function getPlacedVertices({ topics }: Editor): readonly number[] | null {
  // Ignore polygons of the mask tool, because they become masks.
  const draft = topics.tool.getSnapshot().chosenTool === 'mask' ? null : topics.draft.getSnapshot();
  const drafts = draft ? [draft, ...topics.suspendedDrafts.getSnapshot()] : topics.suspendedDrafts.getSnapshot();
  const polygon = drafts.find((candidate) => candidate.type === 'polygon');
  return polygon?.type === 'polygon' && polygon.vertices.length > 0 ? polygon.vertices : null;
}
