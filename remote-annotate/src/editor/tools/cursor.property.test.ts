import fc from 'fast-check';
import { createBox, createMask, createPoint, createPolygon, TestEditor } from '../testing/test-editor';
import type { Shape } from '../model/types';
import { BOX_DRAWING_MODES } from '../model/box-drawing-mode';
import { MASK_DRAWING_MODES } from '../model/mask-drawing';
import { getHandleCursor } from './states/handle-cursor';
import type { ToolId } from './tool-manager';

const IMAGE_SIZE = { width: 400, height: 300 };
const TOOLS: readonly ToolId[] = ['select', 'detection', 'polygon', 'mask', 'point'];
const HANDLE_STATES: readonly string[] = ['dragging-handle'];

type RunStep = (editor: TestEditor) => void;

/** Some positions are outside the image. */
const anyX = fc.integer({ min: -20, max: IMAGE_SIZE.width + 20 });
const anyY = fc.integer({ min: -20, max: IMAGE_SIZE.height + 20 });
const anySideLength = fc.integer({ min: 12, max: 160 });
const anyIndex = fc.nat({ max: 1000 });
const getIdAt = (editor: TestEditor, index: number) =>
  editor.document.getShapes()[index % Math.max(1, editor.document.size)]?.id ?? null;

const shapeContent = fc.tuple(
  fc.constantFrom('object', 'polygon', 'mask', 'point'),
  fc.nat({ max: 240 }),
  fc.nat({ max: 140 }),
  anySideLength,
  anySideLength,
);
const anyScene = fc.array(shapeContent, { maxLength: 6 }).map((contents) =>
  contents.map(([kind, left, top, width, height], index): Shape => {
    const id = `s${index}`;
    if (kind === 'object') return createBox(id, [left, top, left + width, top + height]);
    if (kind === 'point') return createPoint(id, [left, top]);
    if (kind === 'mask')
      return createMask(id, [left, top, width, height, IMAGE_SIZE.width, IMAGE_SIZE.height, 0, width * height]);
    return createPolygon(id, [left, top, left + width, top, left + width, top + height]);
  }),
);

/** A position close to a corner or vertex of the selected shape. */
const anyHandleOffset = fc.tuple(anyIndex, fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
function findHandlePosition(editor: TestEditor, [index, dx, dy]: [number, number, number]): { x: number; y: number } | null {
  const shape = editor.selectedShape;
  if (!shape) return null;
  const corner = (2 * index) % shape.data.length;
  const position = editor.viewport.toScreen({ x: shape.data[corner]!, y: shape.data[corner + 1]! });
  return { x: position.x + dx, y: position.y + dy };
}

const chords = ['Escape', 'Enter', 'Tab', 'Control+z', 'Control+y', 'Control+v', 'Delete', 'e', 'u', 'h', 'b', '+', '-'];

/**
 * A random user action, after which no button is pressed. Keys, the mouse wheel and hiding shapes can change which shape is under the
 * pointer, although the pointer does not move.
 */
const anyStep: fc.Arbitrary<RunStep> = fc.oneof(
  fc.constantFrom(...TOOLS).map(
    (tool): RunStep =>
      (editor) =>
        editor.setTool(tool),
  ),
  fc.constantFrom(...BOX_DRAWING_MODES).map(
    (drawingMode): RunStep =>
      (editor) =>
        editor.setBoxDrawingMode(drawingMode),
  ),
  fc.constantFrom(...MASK_DRAWING_MODES).map(
    (mode): RunStep =>
      (editor) =>
        editor.setMaskDrawing({ mode }),
  ),
  fc.constantFrom(...chords).map(
    (chord): RunStep =>
      (editor) =>
        editor.press(chord),
  ),
  fc.constantFrom('Control', 'Meta', 'Alt', 'Shift').map(
    (key): RunStep =>
      (editor) =>
        editor.keyDown(key),
  ),
  fc.constantFrom('Control', 'Meta', 'Alt', 'Shift').map(
    (key): RunStep =>
      (editor) =>
        editor.keyUp(key),
  ),
  fc.tuple(anyX, anyY).map(
    ([toX, toY]): RunStep =>
      (editor) =>
        editor.click(toX, toY),
  ),
  fc.tuple(anyX, anyY, anyX, anyY).map(
    ([fromX, fromY, toX, toY]): RunStep =>
      (editor) =>
        editor.drag([fromX, fromY], [toX, toY]),
  ),
  anyHandleOffset.map((handleOffset): RunStep => (editor) => {
    const position = findHandlePosition(editor, handleOffset);
    if (position) editor.drag([position.x, position.y], [position.x + 40, position.y + 40]);
  }),
  anyIndex.map(
    (shapeIndex): RunStep =>
      (editor) =>
        editor.select(getIdAt(editor, shapeIndex)),
  ),
  fc.tuple(anyIndex, fc.boolean()).map(([shapeIndex, isLocked]): RunStep => (editor) => {
    const id = getIdAt(editor, shapeIndex);
    if (id) editor.setLocked([id], isLocked);
  }),
  fc.boolean().map(
    (isHidden): RunStep =>
      (editor) =>
        editor.setHidden(isHidden),
  ),
  fc.tuple(anyX, anyY, fc.integer({ min: -300, max: 300 })).map(
    ([atX, atY, delta]): RunStep =>
      (editor) =>
        editor.wheel(atX, atY, delta),
  ),
  fc.tuple(anyX, anyY).map(
    ([toX, toY]): RunStep =>
      (editor) =>
        editor.pointerMove(toX, toY),
  ),
);

/** Function that returns where the pointer moves before the press. Null leaves the pointer at its position. */
const anyPressPosition = fc.oneof(
  fc.constant(null),
  fc.record({ x: anyX, y: anyY }).map((position) => () => position),
  anyHandleOffset.map((handleOffset) => (editor: TestEditor) => findHandlePosition(editor, handleOffset)),
);

/** Returns what a press has started, as one of the values of `describeCursor`. */
function describePress(editor: TestEditor): 'handle' | 'shape' | 'draw' | 'canvas' | 'pan' {
  const { active, state } = editor.topics.tool.getSnapshot();
  if (active === 'zoom') return 'pan';
  if (HANDLE_STATES.includes(state)) return 'handle';
  if (active === 'select') return state === 'pointing' ? 'shape' : 'canvas';
  return state === 'idle' ? 'canvas' : 'draw';
}

function describeCursor(editor: TestEditor): ReturnType<typeof describePress> {
  const { cursor, handle, shapeId } = editor.topics.hover.getSnapshot();
  if (handle) return 'handle';
  if (shapeId) return 'shape';
  if (cursor === 'grab') return 'pan';
  return cursor === 'crosshair' ? 'draw' : 'canvas';
}

test('the cursor predicts the effect of a press in any scene with any tool', () => {
  const outcomeCounts = new Map<string, number>();
  fc.assert(
    fc.property(
      anyScene,
      fc.array(anyStep, { maxLength: 12 }),
      anyPressPosition,
      fc.boolean(),
      (shapes, steps, getPressPosition, hasStickyLabels) => {
        const editor = new TestEditor({ imageSize: IMAGE_SIZE }).load(...shapes);
        // New shapes get the sticky label of their kind without the label dialog.
        if (hasStickyLabels) {
          editor.setStickyLabel('object', 'cat');
          editor.setStickyLabel('polygon', 'leaf');
        }
        editor.pointerMove(10, 10);
        for (const runStep of steps) runStep(editor);
        const pendingShape = editor.topics.pending.getSnapshot();
        if (pendingShape) editor.confirm(pendingShape.kind === 'object' ? 'cat' : pendingShape.kind === 'point' ? 'tip' : 'leaf');
        editor.keyUp('Shift');
        const pressPosition = getPressPosition?.(editor);
        if (pressPosition) editor.pointerMove(pressPosition.x, pressPosition.y);
        const predictedTarget = describeCursor(editor);
        const { cursor, handle } = editor.topics.hover.getSnapshot();
        // The cursor may show a handle only if the handle is painted.
        if (handle) expect([editor.getHandles(), cursor]).toEqual([expect.arrayContaining([handle]), getHandleCursor(handle)]);
        editor.pressHere();
        const pressedTarget = describePress(editor);
        outcomeCounts.set(pressedTarget, (outcomeCounts.get(pressedTarget) ?? 0) + 1);
        expect(pressedTarget).toBe(predictedTarget);
      },
    ),
    { numRuns: isLongRun ? 1500 : 500 },
  );
  // Check that the generated scenes have covered all kinds of presses.
  expect([...outcomeCounts.keys()].sort()).toEqual(['canvas', 'draw', 'handle', 'pan', 'shape']);
});

// A shape is picked if the user has selected it, for example by a click. Commands such as drawing select a shape without picking it.
test('a press with a drawing tool never changes a shape that was not picked', () => {
  fc.assert(
    fc.property(
      anyScene,
      // Omit the mask tool, because drawing with it changes the selected mask.
      fc.constantFrom(...TOOLS.slice(1).filter((tool) => tool !== 'mask')),
      fc.array(fc.tuple(anyX, anyY, anyX, anyY), { maxLength: 6 }),
      (shapes, tool, drags) => {
        const editor = new TestEditor({ imageSize: IMAGE_SIZE, tool }).load(...shapes);
        editor.setStickyLabel('object', 'cat');
        editor.setStickyLabel('polygon', 'leaf');
        for (const [fromX, fromY, toX, toY] of drags) {
          const shapesBefore = editor.document.getShapes();
          editor.drag([fromX, fromY], [toX, toY]);
          if (editor.topics.pending.getSnapshot()) editor.confirm('tip');
          expect(editor.document.getShapes().slice(0, shapesBefore.length)).toEqual(shapesBefore);
          // A drag without movement is a click, which picks the shape.
          if (editor.isPicked) editor.select(null);
        }
      },
    ),
  );
});

test('the cursor shows the handle of a selected shape although the mask tool would erase', () => {
  const editor = new TestEditor({ imageSize: IMAGE_SIZE }).load(createBox('s0', [0, 0, 12, 12]));
  editor.keyDown('Alt').setTool('mask');
  editor.select('s0');
  const corner = editor.viewport.toScreen({ x: 0, y: 0 });
  editor.pointerMove(corner.x, corner.y);
  expect(describeCursor(editor)).toBe('handle');
  editor.pointerDown(corner.x, corner.y);
  expect(describePress(editor)).toBe('handle');
});
