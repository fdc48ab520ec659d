import fc from 'fast-check';
import { getDistanceToOutline } from '../../editor/geometry/polygon';
import { getRotatedHandlePoint, isRotatedBox, toRotatedBox } from '../../editor/geometry/rotated-box';
import { BOX_HANDLES } from '../../editor/geometry/box';
import type { RotatedBoxData } from '../../editor/model/types';
import { createBox, TestEditor } from '../../editor/testing/test-editor';
import { boxCalls } from './box-calls';
import { boxUtil } from './box-util';

const ROTATED_BOX_DATA: RotatedBoxData = [400, 300, 200, 100, 30];

function createEditor(data: Parameters<typeof createBox>[1] = ROTATED_BOX_DATA) {
  const editor = new TestEditor().load(createBox('a', data));
  editor.select('a');
  return editor;
}
function createDrawing() {
  const editor = new TestEditor({ tool: 'detection' });
  editor.setBoxDrawingMode('rotated');
  return editor;
}
const getData = (editor: TestEditor) =>
  toRotatedBox(editor.getShape('a').data as RotatedBoxData).map((value) => Math.round(value));
const findHandle = (editor: TestEditor, id: string) => {
  const handle = editor
    .getHandles()
    .find((candidate) => (candidate.type === 'custom' ? candidate.id : candidate.type === 'box' && candidate.handle) === id);
  if (!handle) throw new Error(`There is no handle ${id}`);
  return [handle.point.x, handle.point.y] as const;
};

describe('drawing by three clicks', () => {
  test('two clicks place an edge and the third one the opposite edge', () => {
    const editor = createDrawing().click(100, 100).pointerMove(200, 150);
    expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'outline', points: [100, 100, 200, 150], isClosed: false });
    editor.click(200, 200).pointerMove(150, 250);
    expect(editor.topics.draft.getSnapshot()).toMatchObject({ type: 'outline', isClosed: true });
    editor.click(100, 200).confirm('dog').expectTool('detection', 'idle');
    // The first edge has an angle of 45 degrees, and the third click is below this edge.
    const [shape] = editor.document.getShapes();
    expect(shape).toMatchObject({ kind: 'object', labelId: 'dog', data: [125, 175, 141.42, 70.71, 45] });
  });

  test.each([
    [[300, 100], [300, 180], 0],
    [[100, 300], [40, 200], 90],
    [[20, 100], [40, 180], 180],
    [[100, 20], [40, 80], 270],
  ] as const)('the direction from 100, 100 to %j is the angle, wherever the third click is', (secondClick, thirdClick, angle) => {
    const editor = createDrawing().click(100, 100).clickAll(secondClick, thirdClick);
    expect(editor.topics.pending.getSnapshot()?.data[4]).toBe(angle);
  });

  test('Shift snaps the edge to multiples of 15 degrees', () => {
    const editor = createDrawing().click(100, 100).keyDown('Shift').click(200, 130).keyUp('Shift').click(150, 250);
    expect(editor.topics.pending.getSnapshot()?.data[4]).toBe(15);
  });

  test('a double click adds no point, and a small box shows a notice', () => {
    const editor = createDrawing().doubleClick(100, 100).expectTool('detection', 'rotated');
    editor.click(112, 100).click(106, 112);
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'box-too-small' });
    editor.expectPending(null).expectTool('detection', 'rotated');
  });

  test('Backspace removes the last point, and a right click discards the box', () => {
    const editor = createDrawing().click(100, 100).click(200, 100).pressAll('Backspace').pointerMove(100, 200);
    expect(editor.topics.draft.getSnapshot()).toMatchObject({ points: [100, 100, 100, 200] });
    editor.pressAll('Backspace').expectTool('detection', 'idle');
    editor.click(100, 100).rightClick(150, 150).expectTool('detection', 'idle');
  });

  test('a drag draws an upright box', () => {
    createDrawing()
      .drag([100, 100], [200, 200])
      .confirm('cat')
      .expectShapes({ data: [100, 100, 200, 200] });
  });

  test('boxes can be drawn by touch and by keyboard', () => {
    const touchEditor = createDrawing();
    for (const [x, y] of [
      [100, 100],
      [200, 200],
      [100, 200],
    ] as const)
      touchEditor.click(x, y, { pointerType: 'touch' });
    expect(touchEditor.topics.pending.getSnapshot()?.data[4]).toBe(45);
    const keyboardEditor = createDrawing().pressAll('ArrowRight', 'Enter');
    for (let stepNumber = 0; stepNumber < 4; stepNumber += 1) keyboardEditor.pressAll('Shift+ArrowRight');
    keyboardEditor.pressAll('Enter');
    for (let stepNumber = 0; stepNumber < 2; stepNumber += 1) keyboardEditor.pressAll('Shift+ArrowDown');
    keyboardEditor.pressAll('Enter');
    expect(keyboardEditor.topics.pending.getSnapshot()?.data.slice(2)).toEqual([192, 96, 0]);
  });
});

describe('rotating', () => {
  test('dragging the handle rotates an upright box in one undo step', () => {
    const editor = createEditor([300, 250, 500, 350]);
    expect(findHandle(editor, 'rotate-n')).toEqual([400, 224]);
    editor.drag([400, 224], [476, 300]);
    expect(getData(editor)).toEqual([400, 300, 200, 100, 90]);
    editor.undo();
    editor.expectShape('a', { data: [300, 250, 500, 350] });
    editor.redo();
    editor.drag(findHandle(editor, 'rotate-n'), [400, 376]);
    expect(getData(editor)).toEqual([400, 300, 200, 100, 180]);
  });

  test('Shift snaps to multiples of 15 degrees', () => {
    const editor = createEditor([300, 250, 500, 350]);
    editor.pointerMove(400, 224).pointerDown(400, 224).keyDown('Shift').pointerMove(420, 226).pointerUp(420, 226).keyUp('Shift');
    expect(getData(editor)[4]).toBe(15);
  });

  test('a drag of the rotation handle back to its start changes nothing', () => {
    const editor = createEditor([300, 250, 500, 350]).drag([400, 224], [400, 200]);
    expect(editor.localChanges).toEqual([]);
  });

  test('the handle is below a box at the upper edge of the image', () => {
    const editor = createEditor([300, 5, 500, 105]).drag([400, 131], [324, 55]);
    expect(getData(editor)).toEqual([400, 55, 200, 100, 90]);
  });

  test('keys rotate the selection by 1 and 10 degrees, with one undo step for repeats', () => {
    const editor = createEditor([300, 250, 500, 350]).pressAll('j', 'j', 'Shift+Y', 'y', 'y', 'Shift+J');
    expect(getData(editor)[4]).toBe(11);
    editor.pressAll('Shift+Y', 'Shift+Y');
    expect(getData(editor)[4]).toBe(351);
    editor.undo();
    editor.expectShape('a', { data: [300, 250, 500, 350] });
  });

  test('keys do not rotate locked boxes or points', () => {
    const editor = createEditor();
    editor.lockSelected();
    editor.pressAll('y');
    editor.expectShape('a', { data: ROTATED_BOX_DATA });
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'locked', count: 1 });
    expect(new TestEditor().press('y')).toBe(false);
  });
});

describe('editing a rotated box', () => {
  test.each(BOX_HANDLES)('a drag of the handle %s keeps the opposite corner or edge and the angle', (handle) => {
    const editor = createEditor();
    const oppositeHandle = BOX_HANDLES[(BOX_HANDLES.indexOf(handle) + 4) % 8]!;
    const pointBefore = getRotatedHandlePoint(ROTATED_BOX_DATA, oppositeHandle);
    const [x, y] = findHandle(editor, handle);
    editor.drag([x, y], [x + (x - 400) * 0.25, y + (y - 300) * 0.25]);
    const data = editor.getShape('a').data as RotatedBoxData;
    expect(isRotatedBox(data)).toBe(true);
    expect(data[4]).toBe(30);
    const pointAfter = getRotatedHandlePoint(data, oppositeHandle);
    expect(Math.hypot(pointAfter.x - pointBefore.x, pointAfter.y - pointBefore.y)).toBeLessThan(0.02);
    expect(data[2] * data[3]).toBeGreaterThan(200 * 100);
  });

  test('a resize stops at the minimum size instead of turning the box inside out', () => {
    const editor = createEditor();
    editor.drag(findHandle(editor, 'se'), [250, 150]);
    expect(getData(editor).slice(2)).toEqual([16, 16, 30]);
  });

  test('a drag moves the box and brings all corners into the image', () => {
    const editor = createEditor().drag([400, 300], [420, 290]);
    expect(getData(editor)).toEqual([420, 290, 200, 100, 30]);
    editor.drag([420, 290], [0, 0]);
    const { minX, minY } = boxUtil.getBounds(editor.getShape('a') as Parameters<typeof boxUtil.getBounds>[0]);
    expect([minX, minY]).toEqual([0, 0]);
  });

  test('a click hits the box but not the corners of its bounds', () => {
    createEditor().click(300, 220).expectSelected();
    createEditor().click(480, 340).expectSelected('a');
    createEditor().click(5, 5).keyDown('Shift').drag([300, 190], [540, 410]).expectSelected();
    createEditor().click(5, 5).keyDown('Shift').drag([280, 190], [520, 400]).expectSelected('a');
  });

  test('can be copied, hidden and deleted like an upright box', () => {
    const editor = createEditor();
    editor.copySelected();
    editor.paste();
    expect(editor.document.getShapes()[1]).toMatchObject({ data: [410, 310, 200, 100, 30], labelId: 'cat' });
    editor.select('a');
    expect(editor.deleteByKey()).toBe(true);
    const [copy] = editor.document.getShapes();
    editor.select(copy!.id);
    editor.hideSelected();
    expect(editor.isShown(copy!.id)).toBe(false);
  });
});

test('a point is hit exactly if it is in the polygon of the corners', () => {
  const anyNumber = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const box = fc.tuple(anyNumber(100, 700), anyNumber(100, 500), anyNumber(5, 200), anyNumber(5, 200), anyNumber(0, 359));
  fc.assert(
    fc.property(box, anyNumber(0, 800), anyNumber(0, 600), (data, x, y) => {
      const shape = createBox('a', data);
      const outline = boxUtil.painter.getOutline(shape) ?? [];
      fc.pre(getDistanceToOutline({ x, y }, outline) > 1e-6);
      let isInside = false;
      for (let i = 0, j = 6; i < 8; j = i, i += 2)
        if (
          outline[i + 1]! > y !== outline[j + 1]! > y &&
          x < ((outline[j]! - outline[i]!) * (y - outline[i + 1]!)) / (outline[j + 1]! - outline[i + 1]!) + outline[i]!
        )
          isInside = !isInside;
      expect(boxUtil.isHit(shape, { x, y }, 0)).toBe(isInside);
      const { minX, minY, maxX, maxY } = boxUtil.getBounds(shape);
      for (let i = 0; i < 8; i += 2) {
        expect(outline[i]! >= minX - 1e-5 && outline[i]! <= maxX + 1e-5).toBe(true);
        expect(outline[i + 1]! >= minY - 1e-5 && outline[i + 1]! <= maxY + 1e-5).toBe(true);
      }
    }),
  );
});

describe('API calls', () => {
  const shape = createBox('a', ROTATED_BOX_DATA);
  const uprightBox = createBox('a', [270, 200, 530, 400]);
  const target = { serverId: 'a', version: 1 };

  test('loads a row with a rotated box, and sends a creation with its bounds', () => {
    const row = { id: 'a', version: 1, detection_label: { id: 'cat', name: 'Cat', color: '' }, meta_data: {} };
    expect(boxCalls.fromRow({ ...row, data: [1, 2, 3, 4], rotated_box: [...ROTATED_BOX_DATA] })?.data).toEqual(ROTATED_BOX_DATA);
    expect(boxCalls.fromRow({ ...row, data: [1, 2, 3, 4], rotated_box: null })?.data).toEqual([1, 2, 3, 4]);
    expect(boxCalls.toCreate(shape, 'image').body).toMatchObject({
      data: [288, 206, 512, 394],
      rotated_box: [...ROTATED_BOX_DATA],
    });
    expect(boxCalls.toCreate(uprightBox, 'image').body).not.toHaveProperty('rotated_box');
  });

  test('an update sends the rotation, or null if the box becomes upright', () => {
    const buildUpdateBody = (before: typeof shape, after: typeof shape) =>
      boxCalls.toUpdate({ imageId: 'image', before, after }, target).body;
    expect(buildUpdateBody(uprightBox, shape)).toMatchObject({ rotated_box: [...ROTATED_BOX_DATA] });
    expect(buildUpdateBody(shape, uprightBox)).toMatchObject({ data: [270, 200, 530, 400], rotated_box: null });
    expect(buildUpdateBody(uprightBox, uprightBox)).not.toHaveProperty('rotated_box');
  });
});
