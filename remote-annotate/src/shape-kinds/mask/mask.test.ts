import { decodeCounts, placeRuns } from '@console/shared-contract/mask-rle';
import { createBox, createMask, TestEditor } from '../../editor/testing/test-editor';
import { maskCalls } from './mask-calls';
import { getMaskArea, getRegion, normaliseMask } from './mask-region';
import { formatMask, parseMask } from './testing/drawn-mask';

const IMAGE_SIZE = { width: 800, height: 600 };
const RING = parseMask(['####', '#..#', '####'], 100, 100, IMAGE_SIZE);

function createEditor(mode: 'brush' | 'eraser' | 'rectangle' | 'polygon' = 'brush', brushSize = 1): TestEditor {
  const editor = new TestEditor({ tool: 'mask' });
  editor.setMaskDrawing({ mode, brushSize });
  return editor;
}

const getMasks = (editor: TestEditor) =>
  editor.document.getShapes().flatMap((shape) => (shape.kind === 'mask' ? [formatMask(shape.data)] : []));

describe('painting', () => {
  test('a stroke creates a mask with the label of the dialog', () => {
    const editor = createEditor().drag([10, 10], [13, 10]);
    editor.expectPending(expect.objectContaining({ kind: 'mask' }) as never).confirm('leaf');
    expect(getMasks(editor)).toEqual([{ at: [10, 10], rows: ['####'] }]);
    expect(editor.localChanges).toMatchObject([{ cause: 'create', changes: [{ after: { labelId: 'leaf' } }] }]);
  });

  test('the next stroke extends the selected mask, as one undo step', () => {
    const editor = createEditor().drag([10, 10], [13, 10]).confirm('leaf').drag([10, 12], [13, 12]);
    expect(getMasks(editor)).toEqual([{ at: [10, 10], rows: ['####', '....', '####'] }]);
    editor.undo();
    expect(getMasks(editor)).toEqual([{ at: [10, 10], rows: ['####'] }]);
    editor.redo();
    expect(getMasks(editor)).toEqual([{ at: [10, 10], rows: ['####', '....', '####'] }]);
  });

  test('a stroke with another label, no selection or a locked mask creates a mask', () => {
    const editor = createEditor().load(createMask('ring', RING));
    editor.select('ring');
    editor.setStickyLabel('polygon', 'stem');
    editor.drag([10, 10], [13, 10]);
    editor.setStickyLabel('polygon', 'leaf');
    editor.select(null);
    editor.drag([20, 10], [23, 10]);
    editor.select('ring');
    editor.setLocked(['ring'], true);
    editor.drag([100, 101], [103, 101]);
    expect(editor.document.getShapes()).toMatchObject([
      { data: RING },
      { labelId: 'stem' },
      { labelId: 'leaf' },
      { labelId: 'leaf' },
    ]);
  });

  test('the eraser and Alt remove pixels of the mask below the pointer', () => {
    const editor = createEditor('eraser').load(createMask('ring', RING)).drag([100, 100], [103, 100]);
    expect(getMasks(editor)).toEqual([{ at: [100, 101], rows: ['#..#', '####'] }]);
    editor.setMaskDrawing({ mode: 'brush' });
    editor.keyDown('Alt').drag([100, 102], [100, 102]).keyUp('Alt');
    expect(getMasks(editor)).toEqual([{ at: [100, 101], rows: ['#..#', '.###'] }]);
  });

  test('the eraser selects the mask below the pointer during the stroke', () => {
    const editor = createEditor('eraser').load(createMask('ring', RING)).pointerDown(100, 100);
    expect(editor.selection).toEqual(['ring']);
  });

  test('erasing the last pixel deletes the mask as one undo step', () => {
    const editor = createEditor('eraser', 40).load(createMask('ring', RING)).drag([100, 101], [103, 101]).expectShapes();
    editor.undo();
    expect(getMasks(editor)).toEqual([formatMask(RING)]);
  });

  test('erasing without a mask shows a notice', () => {
    const editor = createEditor('eraser')
      .load(createBox('box', [300, 300, 400, 400]))
      .pointerMove(350, 350);
    expect(editor.topics.hover.getSnapshot().cursor).toBe('not-allowed');
    editor.drag([350, 350], [360, 350]).expectTool('mask', 'idle');
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'nothing-to-erase' });
  });

  test('Esc and a second finger discard the stroke', () => {
    const editor = createEditor('brush', 9).load(createMask('ring', RING));
    editor.select('ring');
    editor.pointerDown(200, 200).pointerMove(220, 200).press('Escape');
    editor.pointerUp().expectTool('mask', 'idle');
    editor.pinch(
      [
        [200, 200],
        [190, 200],
      ],
      [
        [260, 200],
        [270, 200],
      ],
    );
    expect(getMasks(editor)).toEqual([formatMask(RING)]);
    expect(editor.topics.draft.getSnapshot()).toBeNull();
  });

  test('a stroke is painted by one finger', () => {
    const editor = createEditor();
    editor.drag([10, 10], [13, 10], { pointerType: 'touch' }).confirm('leaf');
    expect(getMasks(editor)).toEqual([{ at: [10, 10], rows: ['####'] }]);
  });

  test('Enter starts and ends a stroke, and arrow keys move the brush', () => {
    const editor = createEditor().pressAll('Enter', 'Enter', 'Control+ArrowRight', 'Control+ArrowDown', 'Control+ArrowDown');
    editor.pressAll('Enter').confirm('leaf');
    expect(getMasks(editor)).toEqual([{ at: [400, 300], rows: ['##', '.#', '.#'] }]);
  });

  test('a stroke publishes only the changed area and one draft', () => {
    const editor = createEditor('brush', 5);
    const changedAreas: object[] = [];
    let draftCount = 0;
    editor.topics.draft.subscribe(() => (draftCount += 1));
    editor.pointerMove(100, 100).pointerDown(100, 100);
    const draft = editor.topics.draft.getSnapshot();
    if (draft?.type !== 'pixels') throw new Error('No stroke');
    draft.draft.onChange((area) => changedAreas.push(area));
    editor.pointerMove(110, 100).pointerMove(110, 104);
    expect(changedAreas).toEqual([
      { minX: 98, minY: 98, maxX: 113, maxY: 103 },
      { minX: 108, minY: 98, maxX: 113, maxY: 107 },
    ]);
    expect(draftCount).toBe(1);
  });
});

describe('filling', () => {
  test('a rectangle adds its pixels, and removes them with Alt', () => {
    const editor = createEditor('rectangle').drag([10, 20], [14, 23]).confirm('leaf');
    expect(getMasks(editor)).toEqual([{ at: [10, 20], rows: ['####', '####', '####'] }]);
    editor.keyDown('Alt').drag([11, 21], [13, 22]).keyUp('Alt');
    expect(getMasks(editor)).toEqual([{ at: [10, 20], rows: ['####', '#..#', '####'] }]);
  });

  test('a polygon of clicks is filled and leaves no polygon', () => {
    const editor = createEditor('polygon').clickAll([100, 100], [150, 100], [150, 140], [100, 140], [100, 100]).confirm('leaf');
    editor.expectShapes({ kind: 'mask', labelId: 'leaf' });
    const [shape] = editor.document.getShapes();
    expect(shape?.data.slice(0, 4)).toEqual([100, 100, 50, 40]);
    expect(getMaskArea(shape!.data)).toBe(2000);
  });

  test('an unfinished polygon is discarded when another tool is chosen', () => {
    const editor = createEditor('polygon').clickAll([100, 100], [150, 100]).switchTool('select');
    expect(editor.topics.suspendedDrafts.getSnapshot()).toEqual([]);
    expect(editor.hasUnfinished).toBe(false);
  });
});

describe('the brush size', () => {
  test('keys and Shift with the wheel change it', () => {
    const editor = createEditor('brush', 20).pressAll(']', '[', '[');
    expect(editor.maskDrawing.brushSize).toBe(17);
    editor.keyDown('Shift').wheel(100, 100, -100).keyUp('Shift');
    expect(editor.maskDrawing.brushSize).toBe(20);
    expect(editor.viewport.camera.scale).toBe(1);
  });
});

describe('the shape kind', () => {
  test('a click on a set pixel, but not in a hole, selects the mask', () => {
    const rows = Array.from({ length: 100 }, (_, y) =>
      y < 30 || y >= 70 ? '#'.repeat(100) : `${'#'.repeat(30)}${'.'.repeat(40)}${'#'.repeat(30)}`,
    );
    const editor = new TestEditor().load(createMask('m', parseMask(rows, 100, 100, IMAGE_SIZE)));
    editor.click(150, 150).expectSelected().click(110, 150).expectSelected('m');
  });

  test('a drag moves the mask and stays inside the image', () => {
    const rows = Array.from({ length: 60 }, () => '#'.repeat(60));
    const editor = new TestEditor()
      .load(createMask('m', parseMask(rows, 100, 100, IMAGE_SIZE)))
      .click(130, 130)
      .drag([130, 130], [10, 140]);
    expect(editor.getShape('m').data.slice(0, 6)).toEqual([0, 110, 60, 60, 800, 600]);
  });

  test('a mask of another image is clipped to the image', () => {
    const data = normaliseMask(parseMask(['###', '###'], 6, 4, { width: 20, height: 20 }), { width: 8, height: 5 });
    expect(data).toEqual([6, 4, 2, 1, 8, 5, 0, 2]);
    expect(normaliseMask([6, 4, 2, 1, 8, 5, 0, 1], { width: 8, height: 5 })).toBeNull();
  });
});

describe('API calls of masks', () => {
  test('a loaded row is cropped to its set pixels, and sent unchanged', () => {
    const storedMask = { size: [3, 4], counts: '42200' };
    const shape = maskCalls.fromRow({
      id: 'm1',
      segmentation_label: { id: 'leaf' },
      data: storedMask,
      meta_data: {},
      attributes: { crowd: true },
      version: 3,
    });
    if (!shape) throw new Error('The row is valid');
    expect(decodeCounts(storedMask.counts)).toEqual(placeRuns(shape.data.slice(6), getRegion(shape.data), [3, 4]));
    expect(maskCalls.toCreate(shape, 'image').body).toMatchObject({
      image: 'image',
      segmentation_label: 'leaf',
      data: storedMask,
      attributes: { crowd: true },
    });
    expect(
      maskCalls.toUpdate({ imageId: 'image', before: null, after: shape }, { serverId: 'm1', version: 3 }).body,
    ).toMatchObject({
      data: storedMask,
      version: 3,
    });
  });

  test('an invalid row is no shape', () => {
    expect(maskCalls.fromRow({ id: 'm1', segmentation_label: { id: 'leaf' }, data: { size: [3, 4], counts: ' ' } })).toBeNull();
    expect(maskCalls.fromRow({ id: 'm1', segmentation_label: { id: 'leaf' }, data: [1, 2] })).toBeNull();
  });
});
