import { createBox, createPoint, createPolygon, TestEditor } from '../../testing/test-editor';

const BOX_A = createBox('a', [100, 100, 200, 200]);
const BOX_B = createBox('b', [300, 100, 400, 200]);
const BOX_C = createBox('c', [300, 300, 400, 400]);
const ENCLOSING_BOX = createBox('shelf', [50, 50, 700, 550]);
const POINT = createPoint('tip', [150, 300]);
const POLYGON = createPolygon('leaf', [500, 100, 600, 100, 600, 200, 500, 200]);

const openShapes = () => new TestEditor().load(BOX_A, BOX_B, BOX_C, POINT, POLYGON);
const clickWithShift = (editor: TestEditor, x: number, y: number) =>
  editor.keyDown('Shift').click(x, y).keyUp('Shift') as TestEditor;
const dragMarquee = (editor: TestEditor, from: readonly [number, number], to: readonly [number, number]) =>
  editor.keyDown('Shift').drag(from, to).keyUp('Shift') as TestEditor;

describe('a click with Shift', () => {
  test('adds a shape to the selection and removes it again', () => {
    const editor = openShapes().click(150, 150) as TestEditor;
    clickWithShift(editor, 350, 150).expectSelected('a', 'b');
    clickWithShift(editor, 150, 150).expectSelected('b');
  });

  test('adds a shape of another kind', () => {
    const editor = openShapes().click(150, 150) as TestEditor;
    clickWithShift(editor, 550, 150).expectSelected('a', 'leaf');
  });

  test('keeps the selection outside all shapes, unlike a click without Shift', () => {
    const editor = clickWithShift(openShapes().click(150, 150) as TestEditor, 350, 150);
    clickWithShift(editor, 700, 500).expectSelected('a', 'b');
    editor.click(700, 500).expectSelected(null);
  });

  test('neither changes shapes nor pans', () => {
    const editor = clickWithShift(openShapes(), 150, 150);
    expect(editor.localChanges).toEqual([]);
    expect(editor.viewport.camera).toEqual({ x: 0, y: 0, scale: 1 });
  });
});

describe('hiding the selected shapes', () => {
  const hideTwoShapes = () => {
    const editor = clickWithShift(openShapes().click(150, 150) as TestEditor, 350, 150);
    return editor.keyDown('h').keyUp('h') as TestEditor;
  };
  const getVisibleIds = (editor: TestEditor) =>
    editor.findShapesIn({ minX: 0, minY: 0, maxX: 800, maxY: 600 }).map(({ id }) => id);

  test('keeps other shapes visible and changes no shape', () => {
    const editor = hideTwoShapes().expectSelected(null) as TestEditor;
    expect(getVisibleIds(editor).sort()).toEqual(['c', 'leaf', 'tip']);
    expect(editor.localChanges).toEqual([]);
    editor.click(150, 150).expectSelected(null);
    dragMarquee(editor, [50, 50], [450, 450]).expectSelected('c', 'tip');
  });

  test('ends when a shape is selected, all are shown, or a deletion is undone', () => {
    const editor = hideTwoShapes();
    editor.select('a');
    expect(getVisibleIds(editor)).toContain('a');
    expect(getVisibleIds(editor)).not.toContain('b');
    editor.setHidden(false);
    expect(getVisibleIds(editor)).toHaveLength(5);
    const editorAfterDeletion = hideTwoShapes();
    editorAfterDeletion.eraseAll();
    editorAfterDeletion.undo();
    expect(getVisibleIds(editorAfterDeletion)).toHaveLength(5);
  });

  test('makes Tab skip them', () => {
    const editor = hideTwoShapes().keyDown('Tab') as TestEditor;
    editor.expectSelected('c');
  });

  test('does nothing without a selection', () => {
    expect(openShapes().hideSelected()).toBe(false);
  });
});

describe('a drag with Shift', () => {
  test('selects the shapes completely inside the frame, starting anywhere', () => {
    const editor = new TestEditor().load(ENCLOSING_BOX, BOX_A, BOX_B, BOX_C);
    dragMarquee(editor, [60, 60], [450, 250]).expectSelected('a', 'b');
    dragMarquee(editor, [420, 420], [290, 290]).expectSelected('a', 'b', 'c');
  });

  test('selects all kinds, the shapes of a kind one after another', () => {
    const editor = openShapes().click(550, 150) as TestEditor;
    dragMarquee(editor, [50, 50], [650, 450]).expectSelected('leaf', 'a', 'b', 'c', 'tip');
  });

  test('selects nothing while the shapes are hidden', () => {
    const editor = openShapes();
    editor.setHidden(true);
    dragMarquee(editor, [50, 50], [650, 450]).expectSelected(null);
  });

  test('shows a frame that Esc discards', () => {
    const editor = openShapes().keyDown('Shift').pointerDown(50, 50).pointerMove(450, 250) as TestEditor;
    expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'marquee', bounds: { minX: 50, minY: 50, maxX: 450, maxY: 250 } });
    editor.pressAll('Escape').pointerUp().expectSelected(null);
    expect(editor.topics.draft.getSnapshot()).toBeNull();
  });
});

describe('several selected shapes', () => {
  const openWithSelection = () => {
    const editor = openShapes();
    editor.select(['a', 'b', 'c']);
    return editor;
  };

  test('have no handles and no single selected shape', () => {
    const editor = openWithSelection();
    expect(editor.getHandles()).toEqual([]);
    expect(editor.selectedShape).toBeUndefined();
  });

  test('are dragged together, as far as all stay in the image', () => {
    const editor = openWithSelection().drag([350, 150], [250, 170]) as TestEditor;
    editor.expectShape('a', { data: [0, 120, 100, 220] }).expectShape('b', { data: [200, 120, 300, 220] });
    editor.expectSelected('a', 'b', 'c');
    expect(editor.localChanges.map(({ changes }) => changes.length)).toEqual([3]);
    editor.drag([250, 150], [50, 150]).expectShape('a', { data: [0, 120, 100, 220] });
  });

  test('are reduced to one by a click without a drag', () => {
    openWithSelection().click(350, 150).expectSelected('b');
  });

  test('stay selected during a drag that pans', () => {
    const editor = openWithSelection().drag([600, 500], [590, 480]) as TestEditor;
    editor.expectSelected('a', 'b', 'c');
    expect(editor.viewport.camera).toEqual({ x: -10, y: -20, scale: 1 });
  });

  test('are deleted by Delete and selected again by one undo', () => {
    const editor = openWithSelection().pressAll('Delete') as TestEditor;
    editor.expectShapes({ id: 'tip' }, { id: 'leaf' }).expectSelected(null);
    editor.pressAll('Control+z').expectSelected('a', 'b', 'c');
    expect(editor.localChanges[1]?.changes).toMatchObject(
      ['a', 'b', 'c'].map((id) => ({ op: 'create', restores: { serverId: id } })),
    );
  });

  test('are duplicated by Ctrl+V, and the copies are selected', () => {
    const editor = openWithSelection().pressAll('Control+v') as TestEditor;
    expect(editor.document.size).toBe(8);
    const copies = editor.selectedShapes;
    expect(copies.map(({ data }) => data)).toEqual([
      [110, 110, 210, 210],
      [310, 110, 410, 210],
      [310, 310, 410, 410],
    ]);
    editor.pressAll('Control+z').expectShapes({}, {}, {}, {}, {});
  });

  test('are moved by arrow keys, and a held key is one undo step', () => {
    const editor = openWithSelection().pressAll('ArrowRight', 'ArrowRight', 'Shift+ArrowDown') as TestEditor;
    editor
      .expectShape('c', { data: [302, 310, 402, 410] })
      .pressAll('Control+z')
      .expectShape('c', { data: BOX_C.data });
  });

  test('are deselected by Esc', () => {
    openWithSelection().pressAll('Escape').expectSelected(null);
  });

  test('lose shapes that somebody else deletes, which ends a drag', () => {
    const editor = openWithSelection().pointerDown(150, 150).pointerMove(180, 180) as TestEditor;
    editor.document.applyRemote([{ op: 'delete', serverId: 'b' }]);
    editor.pointerUp().expectSelected('a', 'c').expectTool('select', 'idle');
    expect(editor.localChanges).toEqual([]);
  });

  test('of several kinds are deleted together and selected again by one undo', () => {
    const editor = openShapes();
    editor.select(['tip', 'a', 'missing', 'leaf', 'b']);
    editor.expectSelected('tip', 'a', 'b', 'leaf');
    editor.pressAll('Delete').expectShapes({ id: 'c' });
    expect(editor.localChanges).toHaveLength(1);
    editor.undo();
    editor.expectSelected('tip', 'a', 'b', 'leaf');
  });

  test('of several kinds ignore keys of one kind and labels of only some kinds', () => {
    const editor = openShapes();
    editor.select(['a', 'leaf']);
    expect([editor.press('y'), editor.relabelSelected('dog')]).toEqual([false, false]);
    editor.select(['a']);
    expect(editor.press('y')).toBe(true);
  });
});
