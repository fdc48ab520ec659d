import { TestEditor } from '../../../editor/testing/test-editor';

const createEditor = () => new TestEditor({ tool: 'point' });

test('a click places a point whose name is trimmed', () => {
  const editor = createEditor()
    .click(120.4, 80.6)
    .expectTool('point', 'awaiting-name')
    .expectPending({ kind: 'point', data: [120, 81] });
  editor.confirm('  left eye ').expectShapes({ kind: 'point', name: 'left eye', data: [120, 81] });
  editor.expectSelected(editor.document.getShapes()[0]!.id).expectTool('point', 'idle');
  expect(editor.localChanges).toHaveLength(1);
});

test('points can be drawn without labels', () => {
  new TestEditor({ tool: 'point', labels: { object: [], polygon: [] } }).click(10, 10).confirm('a').expectShapes({ name: 'a' });
});

test('a name that is too long is rejected and the point stays pending', () => {
  const editor = createEditor().click(10, 10);
  expect(editor.confirmPending('x'.repeat(256))).toEqual({ ok: false, reason: 'name-too-long' });
  editor.confirm('x'.repeat(255));
});

test('Cancel and Esc remove the pending point', () => {
  const editor = createEditor().click(10, 10);
  editor.cancelPending();
  editor.expectPending(null).click(10, 10).pressAll('Escape').expectPending(null).expectShapes();
});

test('a click outside the image places no point', () => {
  const editor = createEditor();
  editor.viewport.zoomAt({ x: 400, y: 300 }, 0.5);
  editor.click(100, 100).expectPending(null);
});
