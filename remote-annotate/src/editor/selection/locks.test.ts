import { createBox, createPoint, createPolygon, TestEditor } from '../testing/test-editor';

const BOX_A = createBox('a', [100, 100, 200, 200]);
const BOX_B = createBox('b', [300, 100, 400, 200]);
const BOX_C = createBox('c', [300, 300, 400, 400], 'dog');
const POLYGON = createPolygon('leaf', [500, 100, 600, 100, 600, 200, 500, 200]);
const POINT = createPoint('tip', [150, 300]);

function openWithLocked(...locked: readonly string[]): TestEditor {
  const editor = new TestEditor().load(BOX_A, BOX_B, BOX_C, POLYGON, POINT);
  editor.setLocked(locked, true);
  return editor;
}
const getNotice = (editor: TestEditor) => editor.topics.notice.getSnapshot();

describe('a locked shape', () => {
  test('lets a click select the shape below', () => {
    openWithLocked('a').click(150, 150).expectSelected(null);
    const editor = new TestEditor().load(createBox('shelf', [50, 50, 700, 550]), BOX_A);
    editor.setLocked(['a'], true);
    editor.click(100, 150).expectSelected('shelf');
  });

  test('lets a drag move the image instead', () => {
    const editor = openWithLocked('a', 'leaf', 'tip').drag([150, 150], [250, 250]).drag([550, 150], [560, 170]);
    expect(editor.localChanges).toEqual([]);
    expect(editor.viewport.camera).not.toEqual({ x: 0, y: 0, scale: 1 });
  });

  test('is skipped by marquee, Select all and Tab', () => {
    const marqueeEditor = openWithLocked('b').keyDown('Shift').drag([50, 50], [450, 450]).keyUp('Shift');
    marqueeEditor.expectSelected('a', 'c', 'tip');
    openWithLocked('a').pressAll('Control+a').expectSelected('b', 'c');
    const tabbedEditor = openWithLocked('b', 'leaf').click(150, 150);
    tabbedEditor.pressAll('Tab').expectSelected('c');
    tabbedEditor.pressAll('Tab').expectSelected('tip');
    tabbedEditor.pressAll('Shift+Tab', 'Shift+Tab').expectSelected('a');
  });

  test('has no handles and cannot be edited while selected', () => {
    const editor = openWithLocked('a');
    editor.select('a');
    expect(editor.getHandles()).toEqual([]);
    editor.drag([200, 200], [250, 250]).expectShape('a', { data: BOX_A.data });
    editor.select('a');
    editor.pressAll('ArrowRight', 'Delete', 'Control+x').expectSelected('a').expectShape('a', { data: BOX_A.data });
    expect(editor.relabelSelected('dog')).toBe(false);
    expect(editor.localChanges).toEqual([]);
    expect(getNotice(editor)).toEqual({ type: 'locked', count: 1 });
    editor.pressAll('u', 'ArrowRight').expectShape('a', { data: [101, 100, 201, 200] });
  });

  test('is the starting point of Tab while selected', () => {
    const editor = openWithLocked('b', 'c');
    editor.select('b');
    editor.pressAll('Tab').expectSelected('leaf');
    editor.select('b');
    editor.pressAll('Shift+Tab').expectSelected('a');
  });

  test('does not let the pointer or keys change its vertices', () => {
    const editor = openWithLocked();
    editor.select('leaf');
    editor.pressAll('e').pressAll('u', 'ArrowRight', 'Delete', 'e', 'i').rightClick(500, 100).drag([600, 200], [620, 220]);
    editor.expectShape('leaf', { data: POLYGON.data });
    expect(editor.topics.vertex.getSnapshot()).toBeNull();
  });

  test('stays unchanged while other selected shapes are edited', () => {
    const editor = openWithLocked('b');
    editor.select(['a', 'b', 'c']);
    editor
      .drag([150, 150], [170, 160])
      .expectShape('b', { data: BOX_B.data })
      .expectShape('a', { data: [120, 110, 220, 210] });
    editor.relabelSelected('dog');
    editor.expectShape('b', { labelId: 'cat' }).expectShape('a', { labelId: 'dog' });
    editor.pressAll('Delete').expectShapes(BOX_B, POLYGON, POINT).expectSelected('b');
    expect(getNotice(editor)).toEqual({ type: 'locked', count: 1 });
  });

  test('does not limit the movement of other selected shapes', () => {
    const editor = new TestEditor().load(createBox('edge', [700, 100, 800, 200]), BOX_A);
    editor.setLocked(['edge'], true);
    editor.select(['a', 'edge']);
    editor.drag([150, 150], [250, 150]).expectShape('a', { data: [200, 100, 300, 200] });
  });

  test('is not deleted by Erase all, which reports the number of locked shapes', () => {
    const editor = openWithLocked('a', 'leaf');
    expect(editor.eraseAll()).toBe(3);
    editor.expectShapes(BOX_A, POLYGON);
    expect(getNotice(editor)).toEqual({ type: 'locked', count: 2 });
    editor.undo();
    expect(editor.document.size).toBe(5);
  });

  test('is not reported by Erase all of another kind', () => {
    const editor = openWithLocked('leaf');
    expect(editor.eraseAll(['object'])).toBe(3);
    expect(getNotice(editor)).toBeNull();
  });

  test('blocks undo and redo with a notice until it is unlocked', () => {
    const editor = new TestEditor({ tool: 'detection' }).drag([100, 100], [200, 200]).confirm('cat').switchTool('select');
    const id = editor.document.getShapes()[0]?.id ?? '';
    editor
      .pressAll('ArrowRight', 'u', 'Escape', 'Control+z')
      .expectShape(id, { data: [101, 100, 201, 200] })
      .expectSelected(id);
    expect(getNotice(editor)).toEqual({ type: 'locked-undo', count: 1 });
    editor.pressAll('u', 'Control+z').expectShape(id, { data: [100, 100, 200, 200] });
    expect(getNotice(editor)).toBeNull();
    editor.pressAll('u', 'Escape', 'Control+Shift+z').expectShape(id, { data: [100, 100, 200, 200] });
    expect(getNotice(editor)).toEqual({ type: 'locked-redo', count: 1 });
    editor.pressAll('Control+z').expectShapes({ id, data: [100, 100, 200, 200] });
    editor.pressAll('u', 'Control+z').expectShapes();
    editor.pressAll('Control+Shift+z', 'Control+Shift+z').expectShape(id, { data: [101, 100, 201, 200] });
  });

  test('blocks undo of a step that changed several shapes, but not of the deletion of other shapes', () => {
    const editor = openWithLocked();
    editor.select(['a', 'b']);
    editor.pressAll('ArrowRight').setLocked(['b'], true);
    editor
      .pressAll('Control+z')
      .expectShape('a', { data: [101, 100, 201, 200] })
      .expectShape('b', { data: [301, 100, 401, 200] });
    editor.setLocked(['b'], false);
    editor.pressAll('Delete').setLocked(['c'], true);
    editor.pressAll('Control+z').expectShape('a', { data: [101, 100, 201, 200] });
  });

  test('can be drawn over, and its copies are unlocked', () => {
    const editor = openWithLocked('a');
    editor.select('a');
    const [copy] = editor.duplicateSelected();
    expect(editor.isLocked(copy?.id ?? '')).toBe(false);
    editor.pressAll('Escape').switchTool('detection').drag([130, 130], [180, 180]).confirm('dog');
    expect(editor.document.size).toBe(7);
  });
});

describe('keys', () => {
  test('lock the selection, or unlock it if all selected shapes are locked', () => {
    const editor = openWithLocked('a');
    editor.select(['a', 'b']);
    editor.pressAll('u');
    expect([...editor.topics.locked.getSnapshot()]).toEqual(['a', 'b']);
    editor.pressAll('u').expectSelected('a', 'b');
    expect(editor.topics.locked.getSnapshot().size).toBe(0);
    expect(openWithLocked().press('u')).toBe(false);
  });

  test('lock all shapes, or unlock all if any is locked', () => {
    const editor = openWithLocked().pressAll('Shift+u');
    expect(editor.topics.locked.getSnapshot().size).toBe(5);
    editor.pressAll('Shift+u');
    expect(editor.topics.locked.getSnapshot().size).toBe(0);
    expect(editor.localChanges).toEqual([]);
  });
});

test('locking or hiding many shapes notifies the topic once', () => {
  const editor = new TestEditor().load(
    ...Array.from({ length: 500 }, (_, index) => createBox(`s${index}`, [index, index, index + 30, index + 30])),
  );
  const notifiedTopics: string[] = [];
  editor.topics.locked.subscribe(() => notifiedTopics.push('locked'));
  editor.topics.hiddenShapeIds.subscribe(() => notifiedTopics.push('hiddenShapeIds'));
  const ids = editor.document.getShapes().map(({ id }) => id);
  editor.setLocked(ids, true);
  editor.setShapesHidden(ids, true);
  editor.showOnly(['s1']);
  expect(notifiedTopics).toEqual(['locked', 'hiddenShapeIds', 'hiddenShapeIds']);
});

test('showOnly hides and deselects other shapes until all are shown again', () => {
  const editor = openWithLocked();
  editor.setHidden(true);
  editor.select(['a', 'b']);
  editor.showOnly(['b', 'leaf']);
  editor.expectSelected('b');
  expect(editor.findShapesIn({ minX: 0, minY: 0, maxX: 800, maxY: 600 }).map(({ id }) => id)).toEqual(['b', 'leaf']);
  editor.click(150, 150).expectSelected(null);
  editor.pressAll('Shift+h').click(150, 150).expectSelected('a');
});
