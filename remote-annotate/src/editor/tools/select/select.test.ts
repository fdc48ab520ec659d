import { createBox, createPoint, createPolygon, TestEditor } from '../../testing/test-editor';

const SQUARE = [100, 100, 200, 100, 200, 200, 100, 200];

describe('selecting', () => {
  const createScene = () =>
    new TestEditor().load(
      createBox('large', [0, 0, 400, 400]),
      createPolygon('leaf', [50, 50, 250, 50, 250, 250, 50, 250]),
      createBox('small', [100, 100, 160, 160]),
      createPoint('tip', [130, 130]),
    );

  test('a click selects the smallest shape of any kind under the pointer', () => {
    const editor = createScene();
    editor.click(130, 131).expectSelected('tip');
    editor.click(110, 110).expectSelected('small');
    editor.click(220, 220).expectSelected('leaf');
    editor.click(390, 390).expectSelected('large');
    editor.click(600, 500).expectSelected(null);
    expect(editor.localChanges).toEqual([]);
  });

  test('one shape is selected by click, double click or list', () => {
    const editor = createScene();
    editor.doubleClick(110, 110).expectSelected('small');
    editor.select('tip');
    editor.expectSelected('tip');
    editor.select('gone');
    editor.expectSelected(null);
  });

  test('the outline of the selected shape is hit below a smaller shape', () => {
    const editor = new TestEditor().load(createBox('below', [100, 100, 300, 300]), createBox('above', [240, 150, 330, 250]));
    editor.click(150, 150).expectSelected('below');
    editor
      .drag([300, 170], [310, 170])
      .expectShape('below', { data: [110, 100, 310, 300] })
      .expectSelected('below');
  });

  test('a nearby shape is selected unless another shape is hit exactly', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200]), createBox('tiny', [203, 100, 213, 110]));
    editor.click(198, 105).expectSelected('a');
    editor.click(150, 204).expectSelected('a');
  });

  test('a concave polygon is not hit in its notch', () => {
    new TestEditor()
      .load(createPolygon('c', [100, 100, 300, 100, 300, 300, 200, 150, 100, 300]))
      .click(200, 280)
      .expectSelected(null)
      .click(200, 120)
      .expectSelected('c');
  });

  test('the hover topic provides shape, handle and cursor', () => {
    const editor = createScene().pointerMove(110, 110);
    expect(editor.topics.hover.getSnapshot()).toEqual({ shapeId: 'small', handle: null, cursor: 'pointer' });
    editor.click(110, 110);
    expect(editor.topics.hover.getSnapshot()).toEqual({ shapeId: 'small', handle: null, cursor: 'move' });
    editor.pointerMove(160, 160);
    expect(editor.topics.hover.getSnapshot()).toMatchObject({ handle: { type: 'box', handle: 'se' }, cursor: 'nwse-resize' });
    editor.dispatch({ type: 'pointer_leave' });
    expect(editor.topics.hover.getSnapshot()).toMatchObject({ shapeId: null, handle: null });
  });

  test('hidden shapes are not hit, except for the selected one', () => {
    const editor = createScene();
    editor.select('small');
    editor.setHidden(true);
    editor.click(110, 110).expectSelected('small').click(390, 390).expectSelected(null);
    editor.setHidden(false);
    editor.click(390, 390).expectSelected('large');
  });

  test('Tab steps through the shapes and leaves the canvas at the end', () => {
    const editor = createScene();
    expect(editor.press('Tab')).toBe(true);
    editor.expectSelected('large').pressAll('Tab').expectSelected('leaf').pressAll('Shift+Tab').expectSelected('large');
    expect(editor.press('Shift+Tab')).toBe(false);
    editor.select('tip');
    expect(editor.press('Tab')).toBe(false);
  });

  test('Tab leaves the canvas after Esc', () => {
    const editor = createScene().pressAll('Tab', 'Escape').expectSelected(null);
    expect(editor.press('Tab')).toBe(false);
    editor.click(110, 110);
    expect(editor.press('Tab')).toBe(true);
  });
});

describe('moving', () => {
  test('a drag previews each move and changes the shape once', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200]));
    editor
      .pointerDown(150, 150)
      .pointerMove(152, 151)
      .expectTool('select', 'pointing')
      .pointerMove(180.4, 160)
      .expectTool('select', 'translating');
    expect(editor.activeShape).toMatchObject({ data: [130, 110, 230, 210] });
    editor.expectShape('a', { data: [100, 100, 200, 200] });
    expect(editor.localChanges).toEqual([]);
    editor
      .pointerUp(190, 170)
      .expectShape('a', { data: [140, 120, 240, 220] })
      .expectSelected('a');
    expect(editor.localChanges).toMatchObject([
      {
        cause: 'update',
        changes: [{ op: 'update', before: { data: [100, 100, 200, 200] }, after: { data: [140, 120, 240, 220] } }],
      },
    ]);
  });

  test('a click with a small movement changes nothing', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200])).drag([150, 150], [152, 152]);
    expect(editor.localChanges).toEqual([]);
  });

  test('a drag keeps the shape inside the image', () => {
    const editor = new TestEditor().load(
      createBox('a', [100, 100, 200, 200]),
      createPolygon(
        'p',
        SQUARE.map((value) => value + 300),
      ),
      createPoint('t', [50, 500]),
    );
    editor.drag([150, 150], [-400, 150]).expectShape('a', { data: [0, 100, 100, 200] });
    editor.drag([450, 450], [900, 900]).expectShape('p', { data: [700, 500, 800, 500, 800, 600, 700, 600] });
    editor.drag([50, 500], [30, 900]).expectShape('t', { data: [30, 600] });
  });

  test('Esc and a canceled pointer revert the drag', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200]));
    editor
      .pointerDown(150, 150)
      .pointerMove(300, 300)
      .pressAll('Escape')
      .pointerUp()
      .expectShape('a', { data: [100, 100, 200, 200] });
    editor
      .pointerDown(150, 150)
      .pointerMove(300, 300)
      .interrupt()
      .pointerUp()
      .expectShape('a', { data: [100, 100, 200, 200] });
    expect(editor.topics.draft.getSnapshot()).toBeNull();
    expect(editor.localChanges).toEqual([]);
  });

  test('a drag ends when somebody else deletes the shape', () => {
    const editor = new TestEditor()
      .load(createBox('a', [100, 100, 200, 200]))
      .pointerDown(150, 150)
      .pointerMove(300, 300);
    editor.document.applyRemote([{ op: 'delete', serverId: 'a' }]);
    editor.expectTool('select', 'idle').expectSelected(null);
    expect(editor.topics.draft.getSnapshot()).toBeNull();
    editor.pointerMove(310, 310).pointerUp().expectShapes();
    expect(editor.localChanges).toEqual([]);
  });

  test('a drag keeps a label that somebody else changes meanwhile', () => {
    const editor = new TestEditor()
      .load(createBox('a', [100, 100, 200, 200]))
      .pointerDown(150, 150)
      .pointerMove(160, 150);
    editor.document.applyRemote([{ op: 'put', shape: { ...createBox('a', [100, 100, 200, 200], 'dog'), version: 2 } }]);
    editor.pointerUp(170, 150).expectShape('a', { data: [120, 100, 220, 200], labelId: 'dog', version: 2 });
  });

  test('arrow keys move by one pixel, or by ten with Shift', () => {
    const editor = new TestEditor().load(createBox('a', [5, 100, 105, 200]));
    editor.select('a');
    editor.pressAll('ArrowRight', 'ArrowDown', 'Shift+ArrowDown').expectShape('a', { data: [6, 111, 106, 211] });
    editor.pressAll('Shift+ArrowLeft').expectShape('a', { data: [0, 111, 100, 211] });
    expect(editor.press('ArrowLeft')).toBe(true);
    editor.select(null);
    expect(editor.press('ArrowLeft')).toBe(false);
  });

  test('quick nudges are one undo step', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200]));
    editor.select('a');
    editor
      .pressAll('ArrowRight')
      .wait(30)
      .pressAll('ArrowRight')
      .wait(30)
      .pressAll('ArrowDown')
      .wait(5000)
      .pressAll('ArrowRight');
    editor
      .pressAll('Control+z')
      .expectShape('a', { data: [102, 101, 202, 201] })
      .pressAll('Control+z')
      .expectShape('a', { data: [100, 100, 200, 200] });
    editor.pressAll('Control+y').expectShape('a', { data: [102, 101, 202, 201] });
    expect(editor.localChanges.slice(0, 3).map((event) => event.coalesceKey)).toEqual(['nudge:a', 'nudge:a', 'nudge:a']);
  });
});

describe('resizing a box', () => {
  const openWithSelectedBox = () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 300, 260]));
    editor.select('a');
    return editor;
  };

  test.each([
    ['nw', [100, 100], [80, 120, 300, 260]],
    ['n', [200, 100], [100, 120, 300, 260]],
    ['ne', [300, 100], [100, 120, 280, 260]],
    ['e', [300, 180], [100, 100, 280, 260]],
    ['se', [300, 260], [100, 100, 280, 280]],
    ['s', [200, 260], [100, 100, 300, 280]],
    ['sw', [100, 260], [80, 100, 300, 280]],
    ['w', [100, 180], [80, 100, 300, 260]],
  ] as const)('by the handle %s', (_, [x, y], data) => {
    openWithSelectedBox()
      .drag([x, y], [x - 20, y + 20])
      .expectShape('a', { data });
  });

  test('stops at 16 pixels without turning inside out', () => {
    openWithSelectedBox()
      .drag([300, 260], [50, 50])
      .expectShape('a', { data: [100, 100, 116, 116] });
    openWithSelectedBox()
      .drag([100, 180], [700, 180])
      .expectShape('a', { data: [284, 100, 300, 260] });
  });

  test('stops at the edges of the image', () => {
    openWithSelectedBox()
      .drag([300, 260], [2000, 2000])
      .expectShape('a', { data: [100, 100, 800, 600] });
    openWithSelectedBox()
      .drag([100, 100], [-50, -50])
      .expectShape('a', { data: [0, 0, 300, 260] });
  });

  test('keeps the offset between pointer and handle', () => {
    openWithSelectedBox()
      .drag([304, 263], [305, 263])
      .expectShape('a', { data: [100, 100, 301, 260] });
  });

  test('does not shrink a box below 16 pixels, which can still be moved', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 112, 110]));
    editor.select('a');
    editor.drag([112, 110], [90, 90]).expectShape('a', { data: [100, 100, 112, 110] });
    editor.drag([106, 105], [126, 105]).expectShape('a', { data: [120, 100, 132, 110] });
  });

  test('works with a zoomed camera', () => {
    const editor = openWithSelectedBox();
    editor.viewport.zoomAt({ x: 0, y: 0 }, 2);
    editor.drag([600, 520], [620, 540]).expectShape('a', { data: [100, 100, 310, 270] });
  });

  test('shows handles with a drawing tool only for a picked shape', () => {
    const editor = openWithSelectedBox();
    expect(editor.getHandles()).toHaveLength(9);
    editor.setTool('detection');
    expect(editor.getHandles()).toEqual([]);
    editor.select('a');
    expect(editor.getHandles()).toHaveLength(9);
    editor.pointerDown(500, 300).pointerMove(600, 400);
    expect(editor.getHandles()).toEqual([]);
  });

  test('offers only corners for a box that is small on the screen', () => {
    const editor = openWithSelectedBox();
    editor.viewport.zoomAt({ x: 0, y: 0 }, 0.1);
    expect(
      editor
        .getHandles()
        .map((handle) => handle.type === 'box' && handle.handle)
        .sort(),
    ).toEqual(['ne', 'nw', 'se', 'sw']);
  });
});

describe('editing a polygon', () => {
  const openWithSelectedPolygon = (data = SQUARE) => {
    const editor = new TestEditor().load(createPolygon('p', data));
    editor.select('p');
    return editor;
  };

  test('a vertex can be dragged inside the image', () => {
    openWithSelectedPolygon()
      .drag([200, 200], [250, 240])
      .expectShape('p', { data: [100, 100, 200, 100, 250, 240, 100, 200] });
    openWithSelectedPolygon()
      .drag([200, 200], [2000, 240])
      .expectShape('p', { data: [100, 100, 200, 100, 800, 240, 100, 200] });
  });

  test('dragging the middle of an edge inserts a vertex', () => {
    const editor = openWithSelectedPolygon()
      .drag([150, 100], [150, 60])
      .expectShape('p', { data: [100, 100, 150, 60, 200, 100, 200, 200, 100, 200] });
    expect(editor.localChanges).toHaveLength(1);
    editor.drag([100, 150], [70, 150]).expectShape('p', { data: [100, 100, 150, 60, 200, 100, 200, 200, 100, 200, 70, 150] });
  });

  test('a right click removes a vertex while more than three remain', () => {
    openWithSelectedPolygon()
      .rightClick(200, 200)
      .expectShape('p', { data: [100, 100, 200, 100, 100, 200] })
      .rightClick(200, 100)
      .expectShape('p', { data: [100, 100, 200, 100, 100, 200] });
  });

  test('a drag that would leave no area is reverted', () => {
    const editor = openWithSelectedPolygon([100, 100, 200, 100, 100, 200])
      .drag([100, 200], [150, 100])
      .expectShape('p', { data: [100, 100, 200, 100, 100, 200] });
    expect(editor.localChanges).toEqual([]);
  });

  test('a drag inside the polygon moves it', () => {
    openWithSelectedPolygon()
      .drag([150, 150], [160, 170])
      .expectShape('p', { data: [110, 120, 210, 120, 210, 220, 110, 220] });
  });
});

describe('panning', () => {
  test('a drag outside all shapes pans and keeps the selection', () => {
    const editor = new TestEditor().load(createBox('a', [100, 100, 200, 200]));
    editor.select('a');
    editor.drag([500, 500], [450, 470]).expectSelected('a');
    expect(editor.viewport.camera).toEqual({ x: -50, y: -30, scale: 1 });
  });
});
