import type { BoxDrawingMode, ShapeKind, ToolId } from '../editor';
import type { PointerType } from '../editor/input/events';
import { LABELS, TestEditor } from '../editor/testing/test-editor';
import { isRotatedBox } from '../editor/geometry/rotated-box';
import { storeSkeletonTemplates } from './skeleton/skeleton-templates';

const SKELETON_LABEL = { id: 'person', name: 'Person', color: '#00aa88' };
const SKELETON_TEMPLATE = {
  points: [{ name: 'head' }, { name: 'foot' }],
  edges: [[0, 1]],
  pairs: [],
  layout: [
    [0, 0],
    [1, 1],
  ],
};

beforeEach(() => storeSkeletonTemplates([{ ...SKELETON_LABEL, skeleton: SKELETON_TEMPLATE }]));

interface Scene {
  readonly name: string;
  readonly kind: ShapeKind;
  readonly tool: ToolId;
  readonly boxDrawingMode?: BoxDrawingMode;
  readonly label: string;
  /** Draws a shape around the position (250, 250). */
  readonly draw: (editor: TestEditor, pointerType: PointerType) => void;
  readonly drawingKeys: readonly string[];
}

/** The clicks that draw a polygon. The last click closes the polygon. */
const POLYGON_CLICKS = [
  [180, 180],
  [320, 180],
  [320, 320],
  [180, 320],
  [180, 180],
] as const;
const BOX_DRAWING_KEYS = ['Enter', 'Enter', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter'];
const SCENES: readonly Scene[] = [
  {
    name: 'box',
    kind: 'object',
    tool: 'detection',
    label: 'cat',
    drawingKeys: BOX_DRAWING_KEYS,
    draw: (editor, pointerType) => editor.drag([200, 200], [300, 300], { pointerType }),
  },
  {
    name: 'rotated box',
    kind: 'object',
    tool: 'detection',
    boxDrawingMode: 'rotated',
    label: 'cat',
    draw: (editor, pointerType) => {
      editor.click(200, 230, { pointerType }).click(300, 200, { pointerType }).click(320, 280, { pointerType });
    },
    drawingKeys: ['Enter', 'Enter', 'Shift+ArrowRight', 'ArrowDown', 'Enter', 'Shift+ArrowDown', 'Enter'],
  },
  {
    name: 'polygon',
    kind: 'polygon',
    tool: 'polygon',
    label: 'leaf',
    draw: (editor, pointerType) => {
      for (const [x, y] of POLYGON_CLICKS) editor.click(x, y, { pointerType });
    },
    drawingKeys: ['Enter', 'Enter', 'Shift+ArrowRight', 'Enter', 'Shift+ArrowDown', 'Enter', 'Enter'],
  },
  {
    name: 'mask',
    kind: 'mask',
    tool: 'mask',
    label: 'leaf',
    draw: (editor, pointerType) => editor.drag([240, 250], [260, 250], { pointerType }),
    drawingKeys: ['Enter', 'Enter', 'Shift+ArrowRight', 'Enter'],
  },
  {
    name: 'point',
    kind: 'point',
    tool: 'point',
    label: 'tip',
    draw: (editor, pointerType) => editor.click(250, 250, { pointerType }),
    drawingKeys: ['Enter', 'Enter'],
  },
  {
    name: 'skeleton',
    kind: 'skeleton',
    tool: 'skeleton',
    label: 'person',
    drawingKeys: BOX_DRAWING_KEYS,
    draw: (editor, pointerType) => editor.drag([200, 200], [300, 300], { pointerType }),
  },
];

const LABEL_SET = { ...LABELS, skeleton: [SKELETON_LABEL] };

function createEditor({ tool, boxDrawingMode = 'drag' }: Scene): TestEditor {
  const editor = new TestEditor({ tool, labels: LABEL_SET });
  editor.setBoxDrawingMode(boxDrawingMode);
  return editor;
}

/** Returns an editor with one shape, which is selected. */
function openWithDrawnShape(scene: Scene): TestEditor {
  const editor = createEditor(scene);
  scene.draw(editor, 'mouse');
  editor.confirm(scene.label).switchTool('select');
  editor.select(getOnlyShape(editor).id);
  return editor;
}

function getOnlyShape(editor: TestEditor) {
  const [shape, ...otherShapes] = editor.document.getShapes();
  if (!shape || otherShapes.length > 0) throw new Error(`There are ${otherShapes.length + (shape ? 1 : 0)} shapes`);
  return shape;
}

function getCenter(editor: TestEditor) {
  const { minX, minY, maxX, maxY } = editor.kinds.getBounds(getOnlyShape(editor));
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
}

describe.each(SCENES)('$name', (scene) => {
  test.each(['mouse', 'touch', 'pen'] as const)('is drawn by %s, and undo and redo remove and restore it', (pointerType) => {
    const editor = createEditor(scene);
    scene.draw(editor, pointerType);
    const shape = getOnlyShape(editor.confirm(scene.label));
    expect(shape.kind).toBe(scene.kind);
    expect(shape.kind === 'object' && isRotatedBox(shape.data)).toBe(scene.name === 'rotated box');
    editor.undo();
    editor.expectShapes();
    editor.redo();
    expect(getOnlyShape(editor).data).toEqual(shape.data);
  });

  test('is drawn, moved, deleted and restored by the keyboard', () => {
    const editor = createEditor(scene).pressAll(...scene.drawingKeys);
    const { data, kind } = getOnlyShape(editor.confirm(scene.label).switchTool('select'));
    expect(kind).toBe(scene.kind);
    const { x, y } = getCenter(editor);
    editor.select(null);
    editor.pressAll('Tab', 'ArrowRight', 'Shift+ArrowDown');
    expect(getCenter(editor)).toEqual({ x: x + 1, y: y + 10 });
    editor.pressAll('Control+z');
    expect(getOnlyShape(editor).data).toEqual(data);
    editor.press('Delete');
    editor.expectShapes();
    editor.press('Control+z');
    expect(getOnlyShape(editor).data).toEqual(data);
  });

  test.each(['mouse', 'touch'] as const)('is dragged by %s as one undo step', (pointerType) => {
    const editor = openWithDrawnShape(scene);
    const { data } = getOnlyShape(editor);
    const centerBefore = getCenter(editor);
    editor.drag([250, 250], [290, 270], { pointerType });
    expect(getCenter(editor)).toEqual({ x: centerBefore.x + 40, y: centerBefore.y + 20 });
    editor.undo();
    expect(getOnlyShape(editor).data).toEqual(data);
  });

  test('is copied, cut and pasted', () => {
    const editor = openWithDrawnShape(scene);
    const { data } = getOnlyShape(editor);
    editor.pressAll('Control+c', 'Control+v');
    const [original, copy] = editor.document.getShapes();
    expect([original?.data, copy?.kind, copy?.data.length]).toEqual([data, scene.kind, data.length]);
    expect(copy?.data).not.toEqual(data);
    editor.pressAll('Control+z', 'Control+a', 'Control+x');
    editor.expectShapes();
    editor.press('Control+v');
    expect(getOnlyShape(editor).kind).toBe(scene.kind);
  });

  test('is not changed while it is locked', () => {
    const editor = openWithDrawnShape(scene);
    const { data } = getOnlyShape(editor);
    editor.press('u');
    editor.drag([250, 250], [290, 270]).pressAll('ArrowRight', 'Delete', 'j', 'Shift+g', 'Shift+q');
    expect(getOnlyShape(editor).data).toEqual(data);
    editor.press('u');
    editor.press('Delete');
    editor.expectShapes();
  });

  test('is not hit while it is hidden', () => {
    const editor = openWithDrawnShape(scene);
    const { id } = getOnlyShape(editor);
    editor.select(null);
    editor.press('Shift+h');
    editor.click(250, 250).expectSelected();
    editor.press('Shift+h');
    editor.click(250, 250).expectSelected(id);
    editor.press('h');
    editor.expectSelected();
    editor.click(250, 250).expectSelected();
  });
});

test('Tab reaches the shapes of all kinds', () => {
  const editor = new TestEditor({ tool: 'select', labels: LABEL_SET });
  for (const scene of SCENES) {
    editor.setBoxDrawingMode(scene.boxDrawingMode ?? 'drag');
    scene.draw(editor.switchTool(scene.tool), 'mouse');
    editor.confirm(scene.label);
    editor.select(null);
  }
  editor.switchTool('select');
  const kinds = SCENES.map(() => {
    editor.press('Tab');
    return editor.selectedShape?.kind;
  });
  expect(new Set(kinds)).toEqual(new Set(SCENES.map(({ kind }) => kind)));
});
