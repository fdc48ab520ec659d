import type { PointerType } from '../input/events';
import { createBox, createPolygon, TestEditor } from '../testing/test-editor';
import type { BoxData } from '../model/types';
import { BOX_DRAWING_MODES } from '../model/box-drawing-mode';
import type { ToolId } from './tool-manager';

const POINTERS: readonly PointerType[] = ['mouse', 'pen', 'touch'];
const ABUTTING_BOXES: readonly BoxData[] = Array.from({ length: 8 }, (_, index): BoxData => [
  40 + index * 90,
  200,
  130 + index * 90,
  420,
]);
/** Boxes of overlapping cells under a microscope. Each box starts close to a handle of the previous box. */
const OVERLAPPING_BOXES: readonly BoxData[] = Array.from({ length: 8 }, (_, index): BoxData => {
  const [x, y] = [60 + index * 52, 100 + (index % 2) * 34];
  return [x, y, x + 60, y + 60];
});
const SCENES = [
  ['abutting', ABUTTING_BOXES],
  ['overlapping', OVERLAPPING_BOXES],
] as const;

function createEditor(tool: ToolId): TestEditor {
  const editor = new TestEditor({ tool });
  editor.setStickyLabel('object', 'dog');
  editor.setStickyLabel('polygon', 'leaf');
  return editor;
}

const getData = (editor: TestEditor) => editor.document.getShapes().map(({ data }) => data);
const getCursor = (editor: TestEditor) => editor.topics.hover.getSnapshot().cursor;

describe.each(POINTERS)('with a %s', (pointerType) => {
  test.each(SCENES)('dragging draws eight %s boxes exactly', (_, boxes) => {
    const editor = createEditor('detection');
    for (const [x1, y1, x2, y2] of boxes) editor.drag([x1, y1], [x2, y2], { pointerType });
    expect(getData(editor)).toEqual(boxes);
  });

  test.each(SCENES)('dragging from the lower right draws eight %s boxes exactly', (_, boxes) => {
    const editor = createEditor('detection');
    for (const [x1, y1, x2, y2] of boxes) editor.drag([x2, y2], [x1, y1], { pointerType });
    expect(getData(editor)).toEqual(boxes);
  });

  test.each(SCENES)('two clicks each draw eight %s boxes exactly', (_, boxes) => {
    const editor = createEditor('detection');
    editor.setBoxDrawingMode('corners');
    for (const [x1, y1, x2, y2] of boxes) editor.click(x1, y1, { pointerType }).click(x2, y2, { pointerType });
    expect(getData(editor)).toEqual(boxes);
  });

  test.each(SCENES)('four outermost points each draw eight %s boxes exactly', (_, boxes) => {
    const editor = createEditor('detection');
    editor.setBoxDrawingMode('extremes');
    for (const [x1, y1, x2, y2] of boxes) {
      const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2];
      for (const [x, y] of [
        [x1, middleY],
        [middleX, y1],
        [x2, middleY],
        [middleX, y2],
      ] as const)
        editor.click(x, y, { pointerType });
    }
    expect(getData(editor)).toEqual(boxes);
  });

  test('polygons share a border, each started on a vertex of the previous one', () => {
    const editor = createEditor('polygon');
    const adjacentStrips = Array.from({ length: 4 }, (_, index) => {
      const x = 100 + index * 120;
      return [x, 100, x + 120, 100, x + 120, 300, x, 300];
    });
    for (const [x1, y1, x2, , , y2] of adjacentStrips as [number, number, number, number, number, number][])
      for (const [x, y] of [
        [x1, y1],
        [x2, y1],
        [x2, y2],
        [x1, y2],
        [x1, y1],
      ] as const)
        editor.click(x, y, { pointerType });
    expect(getData(editor)).toEqual(adjacentStrips);
  });

  test('a polygon starts on the middle of an edge of the previous one', () => {
    const editor = createEditor('polygon');
    for (const [x, y] of [
      [100, 100],
      [300, 100],
      [300, 300],
      [100, 100],
      [200, 100],
      [300, 20],
      [350, 60],
      [200, 100],
    ] as const)
      editor.click(x, y, { pointerType });
    expect(getData(editor)).toEqual([
      [100, 100, 300, 100, 300, 300],
      [200, 100, 300, 20, 350, 60],
    ]);
  });

  test('points are placed side by side and on handles of a selected shape', () => {
    const editor = createEditor('detection').drag([100, 100], [200, 200], { pointerType }).switchTool('point');
    for (const x of [200, 203, 206]) editor.click(x, 200, { pointerType }).confirm('tip');
    editor.expectShapes(
      { kind: 'object', data: [100, 100, 200, 200] },
      { kind: 'point', data: [200, 200] },
      { kind: 'point', data: [203, 200] },
      { kind: 'point', data: [206, 200] },
    );
  });

  test('each offset from a corner of the drawn box starts a new box', () => {
    for (let dx = -20; dx <= 20; dx += 4)
      for (let dy = -20; dy <= 20; dy += 4) {
        const editor = createEditor('detection').drag([100, 100], [300, 300], { pointerType });
        editor.drag([300 + dx, 300 + dy], [500, 500], { pointerType });
        expect(getData(editor)).toEqual([
          [100, 100, 300, 300],
          [300 + dx, 300 + dy, 500, 500],
        ]);
      }
  });
});

describe('next to the drawn box', () => {
  const drawBox = () => createEditor('detection').drag([100, 100], [300, 300]);

  test('a press draws although the dialog asked for the label', () => {
    const editor = new TestEditor({ tool: 'detection' }).drag([100, 100], [300, 300]).confirm('cat');
    editor.drag([300, 100], [400, 300]).confirm('cat');
    expect(getData(editor)).toEqual([
      [100, 100, 300, 300],
      [300, 100, 400, 300],
    ]);
  });

  test('no handles are shown and the cursor is a crosshair', () => {
    const editor = drawBox().pointerMove(300, 300);
    expect(editor.getHandles()).toEqual([]);
    expect(getCursor(editor)).toBe('crosshair');
  });

  test('a drag after a box that was too small does not resize a shape', () => {
    const editor = drawBox().drag([300, 300], [308, 308]).drag([300, 300], [400, 400]);
    expect(getData(editor)).toEqual([
      [100, 100, 300, 300],
      [300, 300, 400, 400],
    ]);
  });

  test('a press outside the image does not turn the next drag into a resize', () => {
    const editor = createEditor('detection').drag([0, 100], [100, 200]);
    editor.viewport.panBy({ x: 50, y: 0 });
    editor.drag([48, 200], [120, 300]).drag([52, 200], [150, 300]);
    expect(getData(editor)).toEqual([
      [0, 100, 100, 200],
      [2, 200, 100, 300],
    ]);
  });

  test.each([
    ['undo and redo', ['Control+z', 'Control+y']],
    ['a duplicate', ['Control+v', 'Control+z', 'Control+y']],
  ])('a press draws after %s', (_, chords) => {
    const editor = drawBox().pressAll(...chords);
    const dataBefore = getData(editor);
    const [, , x, y] = dataBefore.at(-1) as BoxData;
    editor.drag([x, y], [600, 500]);
    expect(getData(editor)).toEqual([...dataBefore, [x, y, 600, 500]]);
  });

  test('a press draws after the box was adjusted with the selection tool', () => {
    const editor = drawBox()
      .switchTool('select')
      .drag([300, 300], [320, 320])
      .switchTool('detection')
      .drag([320, 100], [420, 320]);
    expect(getData(editor)).toEqual([
      [100, 100, 320, 320],
      [320, 100, 420, 320],
    ]);
  });

  test('a right click on a vertex does not change the drawn polygon', () => {
    const editor = createEditor('polygon').clickAll([100, 100], [300, 100], [300, 300], [100, 300]).rightClick(100, 300);
    const dataBefore = getData(editor);
    editor.rightClick(100, 300);
    expect(getData(editor)).toEqual(dataBefore);
  });
});

// A shape is picked if the user has selected it, for example by a click. Commands such as drawing select a shape without picking it.
describe('a drawn box is adjusted', () => {
  const drawBox = () => createEditor('detection').drag([100, 100], [300, 300]);
  const resizedData = [[100, 100, 350, 340]];

  test('by the selection tool', () => {
    expect(getData(drawBox().switchTool('select').drag([300, 300], [350, 340]))).toEqual(resizedData);
  });

  test('by a press anywhere in the 24 pixels around its corner', () => {
    expect(getData(drawBox().switchTool('select').drag([308, 308], [358, 348]))).toEqual(resizedData);
  });

  test.each(['Control', 'Meta'])('with %s held, and the tool draws again afterwards', (key) => {
    const editor = drawBox().pointerMove(300, 300).keyDown(key);
    expect(getCursor(editor)).toBe('nwse-resize');
    expect(editor.getHandles()).toHaveLength(9);
    expect(editor.topics.hasHandles.getSnapshot()).toBe(true);
    editor.pointerDown(300, 300).pointerMove(340, 330).expectTool('select', 'dragging-handle').pointerUp(350, 340).keyUp(key);
    expect(getData(editor)).toEqual(resizedData);
    expect(getCursor(editor)).toBe('crosshair');
    expect(editor.topics.hasHandles.getSnapshot()).toBe(false);
    editor.drag([350, 340], [450, 440]);
    expect(getData(editor)).toEqual([...resizedData, [350, 340, 450, 440]]);
  });

  test.each(POINTERS)('after a click of a %s picked the box', (pointerType) => {
    const editor = drawBox().click(200, 200, { pointerType });
    expect(editor.getHandles()).toHaveLength(9);
    expect(getData(editor.drag([300, 300], [350, 340], { pointerType }))).toEqual(resizedData);
  });

  test('after it was picked in the list, until the next box is drawn', () => {
    const editor = drawBox();
    editor.select(editor.document.getShapes()[0]!.id);
    editor.drag([300, 300], [350, 340]);
    expect(getData(editor)).toEqual(resizedData);
    editor.drag([500, 500], [600, 600]).drag([600, 500], [700, 600]);
    expect(getData(editor)).toEqual([...resizedData, [500, 500, 600, 600], [600, 500, 700, 600]]);
  });

  test('after Tab reached it', () => {
    const editor = drawBox().pressAll('Escape').keyDown('a').pressAll('Tab');
    expect(getData(editor.drag([300, 300], [350, 340]))).toEqual(resizedData);
  });

  test('choosing the drawing tool again makes a press draw', () => {
    const editor = drawBox().click(200, 200).switchTool('detection').drag([300, 300], [400, 400]);
    expect(getData(editor)).toEqual([
      [100, 100, 300, 300],
      [300, 300, 400, 400],
    ]);
  });

  test('Esc makes a press draw where a handle was', () => {
    const editor = drawBox().click(200, 200).pressAll('Escape').drag([300, 300], [400, 400]);
    expect(editor.document.size).toBe(2);
  });

  test('a window that loses the focus releases a held Ctrl', () => {
    const editor = drawBox().pointerMove(300, 300).keyDown('Control').interrupt();
    expect(getCursor(editor)).toBe('crosshair');
    expect(editor.getHandles()).toEqual([]);
  });
});

describe('a drawn polygon', () => {
  test('shows the vertex that the keys reach and allows dragging vertices', () => {
    const editor = createEditor('polygon').clickAll([100, 100], [300, 100], [300, 300], [100, 100]);
    expect(editor.getHandles()).toEqual([]);
    editor.pressAll('e');
    expect(editor.getHandles().length).toBeGreaterThan(0);
    editor.expectTool('polygon', 'idle').drag([300, 300], [320, 340]);
    expect(getData(editor)).toEqual([[100, 100, 300, 100, 320, 340]]);
  });
});

describe('a shape picked with the selection tool', () => {
  test.each(BOX_DRAWING_MODES)('is not changed by drawing at its corner, in mode %s', (mode) => {
    const editor = createEditor('select')
      .load(createBox('a', [100, 100, 300, 300]))
      .click(200, 200)
      .switchTool('detection');
    editor.setBoxDrawingMode(mode);
    editor.drag([300, 300], [400, 400]).expectShapes({ data: [100, 100, 300, 300] }, { data: [300, 300, 400, 400] });
  });

  test('is not changed by a polygon that starts on its vertex', () => {
    const editor = createEditor('select')
      .load(createPolygon('p', [100, 100, 300, 100, 300, 300]))
      .click(280, 150)
      .switchTool('polygon');
    editor.clickAll([303, 298], [400, 300], [400, 400], [303, 298]);
    editor.expectShapes({ data: [100, 100, 300, 100, 300, 300] }, { data: [300, 300, 400, 300, 400, 400] });
  });
});
