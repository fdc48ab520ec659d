import { createBox, createPolygon, TestEditor } from '../testing/test-editor';

const createLoadedEditor = () => {
  const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200]), createPolygon('p', [300, 300, 400, 300, 350, 400]));
  editor.select('a');
  return editor;
};

describe('keys', () => {
  test.each(['Delete', 'Backspace'])('%s removes the selected shape', (key) => {
    const editor = createLoadedEditor();
    expect(editor.press(key)).toBe(true);
    editor.expectSelected(null).expectShapes({ id: 'p' });
    expect(editor.localChanges).toMatchObject([{ cause: 'delete', changes: [{ op: 'delete', before: { id: 'a' } }] }]);
    expect(editor.press(key)).toBe(false);
  });

  test('Ctrl+V duplicates the selected shape with an offset and selects the copy', () => {
    const editor = createLoadedEditor()
      .pressAll('Control+v')
      .expectShapes({ id: 'a' }, { id: 'p' }, { kind: 'object', labelId: 'cat', data: [110, 110, 210, 210] });
    const copy = editor.document.getShapes()[2]!;
    editor.expectSelected(copy.id);
    expect(copy).not.toHaveProperty('serverId');
    expect(copy).not.toHaveProperty('version');
    editor.pressAll('Meta+v').expectShapes({}, {}, {}, { data: [120, 120, 220, 220] });
  });

  test('a duplicate in the lower right corner is offset to the upper left', () => {
    const editor = new TestEditor().load(createBox('a', [700, 500, 800, 600]));
    editor.select('a');
    editor.pressAll('Control+v').expectShapes({}, { data: [690, 490, 790, 590] });
  });

  test('Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y undo and redo', () => {
    const editor = createLoadedEditor()
      .pressAll('Delete', 'Control+z')
      .expectShapes({ id: 'a' }, { id: 'p' })
      .expectSelected('a');
    editor.pressAll('Control+Shift+Z').expectShapes({ id: 'p' }).expectSelected(null);
    editor.pressAll('Control+z', 'Control+y').expectShapes({ id: 'p' });
  });

  test('letters are found by position only on non-Latin keyboards', () => {
    const createKeyEvent = (key: string, code: string) =>
      ({ type: 'key_down', key, code, modifiers: { shift: false, alt: false, ctrl: true, meta: false } }) as const;
    const editor = createLoadedEditor().pressAll('Delete');
    editor.dispatch(createKeyEvent('я', 'KeyZ'));
    expect(editor.document.size).toBe(2);
    editor.pressAll('Delete');
    editor.dispatch(createKeyEvent('z', 'KeyY'));
    expect(editor.document.size).toBe(2);
  });

  test('Esc clears the selection', () => {
    createLoadedEditor().pressAll('Escape').expectSelected(null);
  });

  test('keys of input elements are ignored', () => {
    const editor = createLoadedEditor();
    for (const key of ['Delete', 'Backspace', 'ArrowLeft', 'Escape', 'Tab', 'Alt'])
      editor.keyDown(key, { isHandledByControl: true });
    editor
      .expectSelected('a')
      .expectTool('select', 'idle')
      .expectShapes({ id: 'a', data: [100, 100, 200, 200] }, { id: 'p' });
  });

  test('a focused control keeps Tab and arrow keys but no other keys', () => {
    const editor = createLoadedEditor();
    for (const key of ['Tab', 'ArrowLeft', 'Enter']) editor.keyDown(key, { isFromOtherControl: true });
    editor.expectSelected('a').expectShape('a', { data: [100, 100, 200, 200] });
    editor.keyDown('Delete', { isFromOtherControl: true }).expectShapes({ id: 'p' });
  });

  test('Tab belongs to the page while no element has the focus', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200]));
    editor.keyDown('Tab', { isFromPage: true }).expectSelected(null);
    editor.keyDown('Tab').expectSelected('a');
  });

  test('a held key repeats only repeatable actions', () => {
    const editor = createLoadedEditor();
    const heldKeys = {
      type: 'key_down',
      key: 'v',
      isRepeat: true,
      modifiers: { shift: false, alt: false, ctrl: true, meta: false },
    } as const;
    expect(editor.dispatch(heldKeys)).toBe(false);
    expect(editor.document.size).toBe(2);
  });

  test('unknown keys and browser shortcuts are not handled', () => {
    const editor = createLoadedEditor();
    expect(editor.press('a')).toBe(false);
    expect(editor.press('Control+k')).toBe(false);
    expect(editor.press('Control+ArrowLeft')).toBe(false);
    expect(editor.press('F5')).toBe(false);
    expect(editor.press('Enter')).toBe(false);
  });

  test('eraseAll deletes all shapes, or all shapes of a kind, as one undo step', () => {
    const editor = createLoadedEditor();
    expect(editor.eraseAll(['polygon'])).toBe(1);
    editor.expectShapes({ id: 'a' });
    editor.undo();
    expect(editor.eraseAll()).toBe(2);
    editor.expectShapes().expectSelected(null);
    expect(editor.localChanges.at(-1)).toMatchObject({ cause: 'erase-all', changes: [{ op: 'delete' }, { op: 'delete' }] });
    editor.undo();
    editor.expectShapes({ id: 'a' }, { id: 'p' });
  });
});

describe('zoom', () => {
  test('the wheel zooms at the pointer, between 0.05 and 15', () => {
    const editor = new TestEditor();
    const imagePointBefore = editor.viewport.toImage({ x: 200, y: 150 });
    editor.wheel(200, 150, -300);
    expect(editor.viewport.camera.scale).toBeGreaterThan(1.5);
    expect(editor.viewport.toImage({ x: 200, y: 150 }).x).toBeCloseTo(imagePointBefore.x);
    editor.wheel(200, 150, -100000);
    expect(editor.viewport.camera.scale).toBe(15);
    editor.wheel(200, 150, 100000);
    expect(editor.viewport.camera.scale).toBe(0.05);
  });

  test('Alt activates the zoom tool until it is released', () => {
    const editor = new TestEditor({ tool: 'detection' }).keyDown('Alt').expectTool('zoom', 'idle');
    expect(editor.topics.tool.getSnapshot().chosenTool).toBe('detection');
    expect(editor.topics.hover.getSnapshot().cursor).toBe('grab');
    editor.drag([100, 100], [150, 120]).expectPending(null).keyUp('Alt').expectTool('detection', 'idle');
    expect(editor.viewport.camera).toEqual({ x: 50, y: 20, scale: 1 });
    expect(editor.topics.hover.getSnapshot().cursor).toBe('crosshair');
  });

  test('Alt pressed while a box is drawn takes effect after the release', () => {
    const editor = new TestEditor({ tool: 'detection' })
      .pointerDown(100, 100)
      .pointerMove(200, 200)
      .keyDown('Alt')
      .expectTool('detection', 'drawing');
    editor
      .pointerMove(300, 300)
      .pointerUp()
      .expectPending({ kind: 'object', data: [100, 100, 300, 300], suggestedLabelId: undefined });
  });

  test('Alt released during a pan takes effect after the release', () => {
    new TestEditor()
      .keyDown('Alt')
      .pointerDown(100, 100)
      .pointerMove(120, 100)
      .keyUp('Alt')
      .expectTool('zoom', 'panning')
      .pointerUp()
      .expectTool('select', 'idle');
  });

  test('after a missed release of Alt, the next pointer event or blur ends the zoom tool', () => {
    const editor = new TestEditor().keyDown('Alt').expectTool('zoom', 'idle').interrupt().expectTool('select', 'idle');
    editor.keyDown('Alt');
    editor.dispatch({
      type: 'pointer_move',
      point: { x: 1, y: 1 },
      button: -1,
      pointerId: 1,
      pointerType: 'mouse',
      modifiers: { shift: false, alt: false, ctrl: false, meta: false },
    });
    editor.expectTool('select', 'idle');
  });

  test('the keys +, - and 0 zoom', () => {
    const editor = new TestEditor().pressAll('+');
    expect(editor.viewport.camera.scale).toBeCloseTo(1.25);
    editor.pressAll('-', '-');
    expect(editor.viewport.camera.scale).toBeCloseTo(0.8);
    editor.pressAll('0');
    expect(editor.viewport.camera).toEqual({ x: 0, y: 0, scale: 1 });
  });
});

describe('touch and pen', () => {
  const TOUCH = { pointerType: 'touch' } as const;

  test('two fingers zoom and pan, and the first finger draws nothing', () => {
    const editor = new TestEditor({ tool: 'detection' }).pinch();
    editor.expectPending(null).expectTool('detection', 'idle');
    expect(editor.viewport.camera.scale).toBeCloseTo(2);
    expect(editor.viewport.toImage({ x: 350, y: 300 })).toEqual({ x: expect.closeTo(350), y: expect.closeTo(300) });
    editor.drag([100, 100], [300, 300], TOUCH).expectTool('detection', 'awaiting-label');
  });

  test('a pinch during a polygon keeps its vertices and adds none', () => {
    const editor = new TestEditor({ tool: 'polygon' }).clickAll([100, 100], [300, 100]).pinch();
    expect(editor.topics.draft.getSnapshot()).toMatchObject({ vertices: [100, 100, 300, 100] });
  });

  test('the remaining finger after a pinch does not draw', () => {
    const editor = new TestEditor({ tool: 'detection' });
    const [firstFinger, secondFinger] = [
      { ...TOUCH, pointerId: 1 },
      { ...TOUCH, pointerId: 2 },
    ];
    editor
      .pointerDown(100, 100, firstFinger)
      .pointerDown(200, 200, secondFinger)
      .pointerUp(200, 200, secondFinger)
      .pointerMove(400, 400, firstFinger)
      .pointerUp(400, 400, firstFinger);
    editor.expectPending(null).expectTool('detection', 'idle');
  });

  test('a finger pans the image and drags only a selected shape', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200])).drag([150, 150], [190, 150], TOUCH);
    editor.expectShape('a', { data: [100, 100, 200, 200] }).expectSelected('a');
    expect(editor.viewport.camera).toEqual({ x: 40, y: 0, scale: 1 });
    editor.drag([190, 150], [230, 150], TOUCH).expectShape('a', { data: [140, 100, 240, 200] });
  });

  test('a pen draws like a mouse while other pointers are ignored', () => {
    const pen = { pointerType: 'pen', pointerId: 5 } as const;
    const editor = new TestEditor({ tool: 'detection' }).pointerDown(100, 100, pen).pointerMove(200, 200, pen);
    editor.pointerMove(700, 500).pointerDown(700, 500).pointerUp(700, 500).pointerUp(300, 300, pen);
    editor.expectPending({ kind: 'object', data: [100, 100, 300, 300], suggestedLabelId: undefined });
  });

  test('a press without a release does not block the next press', () => {
    const editor = new TestEditor({ tool: 'detection' }).pointerDown(100, 100).pointerMove(150, 150);
    editor
      .drag([300, 300], [400, 400])
      .expectPending({ kind: 'object', data: [300, 300, 400, 400], suggestedLabelId: undefined });
  });
});
