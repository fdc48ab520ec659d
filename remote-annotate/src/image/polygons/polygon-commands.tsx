import { LazyComponent, useNotify } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';
import { focusCanvas } from '../controls/focus-canvas';
import { useKeyActions } from '../keys/use-key-action';
import type { AdjustableOperation } from '../../shape-kinds/polygon/operations';
import { polygonCommandMessages as texts } from './polygon-command-messages';

/** Load the operations on demand, because they need a large library. */
const loadOperations = () => import('../../shape-kinds/polygon/operations');
const loadAdjustPanel = async () => (await import('./adjust-panel')).AdjustPanel;
type Operations = Awaited<ReturnType<typeof loadOperations>>;

/**
 * Registers the keys of the commands on the selected polygons, and performs cuts. Filling gaps also works on masks. The menu of the card
 * runs the same actions.
 */
export function PolygonCommands() {
  const { editor } = useScreen();
  const notify = useNotify();
  useTopic(editor.topics.selection);
  useTopic(editor.topics.locked);
  const { chosenTool } = useTopic(editor.topics.tool);
  const prompt = useTopic(editor.topics.prompt);
  const [adjustment, setAdjustment] = useState<AdjustableOperation | null>(null);
  const isOnlyPolygons = editor.selectedShapes.every(({ kind }) => kind === 'polygon');
  const polygonCount = isOnlyPolygons ? editor.unlockedSelectedShapes.length : 0;
  const canChange = polygonCount > 0 && !editor.isReadOnly;
  const isOnlyOutlines = editor.selectedShapes.every(({ kind }) => kind === 'polygon' || kind === 'mask');
  const canFillGaps = isOnlyOutlines && editor.unlockedSelectedShapes.length > 0 && !editor.isReadOnly;
  const canAdjust = adjustment === 'fill-gaps' ? canFillGaps : canChange;
  const canCombine = polygonCount > 1 && !editor.isReadOnly;

  const runOperations = async (performChange: (operations: Operations) => unknown) => {
    try {
      await performChange(await loadOperations());
    } catch (error) {
      notify.danger({ title: texts.failed, error });
    }
  };
  const toCommand = (isOffered: boolean, operation: Parameters<Operations['changePolygons']>[1]) =>
    isOffered ? () => void runOperations(({ changePolygons }) => changePolygons(editor, operation)) : null;
  const removeOverlap = () =>
    void runOperations(async ({ applyAdjustment, calculateAdjustment }) => {
      const { signal } = new AbortController();
      applyAdjustment(editor, await calculateAdjustment(editor, 'fill-gaps', 0, signal));
    });
  const startCut = () => {
    editor.setTool('cut');
    focusCanvas();
  };
  useKeyActions({
    merge: toCommand(canCombine, 'merge'),
    subtract: toCommand(canCombine, 'subtract'),
    intersect: toCommand(canCombine, 'intersect'),
    'remove-overlap': canChange ? removeOverlap : null,
    smooth: toCommand(canChange, 'smooth'),
    'cut-polygon': canChange ? startCut : null,
    simplify: canChange ? () => setAdjustment('simplify') : null,
    'fill-gaps': canFillGaps ? () => setAdjustment('fill-gaps') : null,
  });

  useEffect(() => {
    if (prompt?.type !== 'cut') return;
    const [x1, y1, x2, y2] = prompt.line;
    editor.setPrompt(null);
    editor.setTool('select');
    void runOperations(({ cutPolygons }) => cutPolygons(editor, { from: { x: x1, y: y1 }, to: { x: x2, y: y2 } }));
  });
  // Leave the cutting tool when no polygon is selected, because the tool cuts selected polygons.
  useEffect(() => {
    if (chosenTool === 'cut' && !canChange) editor.setTool('select');
  }, [editor, chosenTool, canChange]);

  // Close the preview when the selection cannot be adjusted. Otherwise, the preview would open again with the next selection.
  if (adjustment && !canAdjust) setAdjustment(null);
  if (!adjustment || !canAdjust) return null;
  return (
    <LazyComponent
      // Reset the value when the user chooses another operation.
      key={adjustment}
      load={loadAdjustPanel}
      title={texts.titles[adjustment]}
      props={{ operation: adjustment, onClose: () => setAdjustment(null) }}
      skeleton={null}
    />
  );
}
