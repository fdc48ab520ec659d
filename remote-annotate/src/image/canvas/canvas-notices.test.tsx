import { renderConsole } from '@console/shared-ui/testing';
import { signInForTest } from '@console/shared-auth/testing';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createImageRow } from '../../browser/testing';
import { createBox, TestEditor } from '../../editor/testing/test-editor';
import type { Outbox } from '../../outbox';
import { CanvasNotices } from './canvas-notices';
import { ScreenContext } from '../context/screen-context';
import { ZoomControls } from './zoom-controls';

beforeEach(() => {
  localStorage.clear();
  signInForTest();
});

function showNotices(editor = new TestEditor({ tool: 'detection' })) {
  renderConsole(
    <ScreenContext value={{ image: createImageRow(1), editor, outbox: {} as Outbox, job: null, workId: 'image' }}>
      <CanvasNotices />
      <ZoomControls />
    </ScreenContext>,
  );
  return editor;
}
const isReloadBlocked = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('a box that is too small shows the reason until the next press', () => {
  const editor = showNotices();
  act(() => void editor.drag([100, 100], [115, 115]));
  expect(screen.getByText('The object was not created. Draw a box of at least 20 x 20 pixels.')).toBeVisible();
  act(() => void editor.click(300, 300));
  expect(screen.queryByText(/^The object was not created/)).toBeNull();
});

test('an unfinished shape of another tool shows a notice and blocks a reload', () => {
  const editor = showNotices(new TestEditor({ tool: 'polygon' }));
  expect(isReloadBlocked()).toBe(false);
  act(() => void editor.clickAll([100, 100], [200, 100]));
  expect(isReloadBlocked()).toBe(true);
  act(() => editor.setTool('select'));
  expect(screen.getByText(/Your unfinished shape is kept/)).toBeVisible();
  expect(isReloadBlocked()).toBe(true);
  act(() => void editor.switchTool('polygon').pressAll('Escape'));
  expect(isReloadBlocked()).toBe(false);
});

test('the live region announces the selected shape and the crosshair', () => {
  const editor = showNotices(
    new TestEditor().load(createBox('a', [10, 20, 110, 70]), createBox('b', [300, 300, 400, 400], 'dog')),
  );
  act(() => void editor.pressAll('Tab'));
  expect(screen.getByText('Object Cat, 1 of 2, 100 by 50 pixels at 10, 20')).toBeInTheDocument();
  act(() => void editor.pressAll('Tab'));
  expect(screen.getByText(/^Object Dog, 2 of 2/)).toBeInTheDocument();
  act(() => editor.select(['a', 'b']));
  expect(screen.getByText('2 objects selected')).toBeInTheDocument();
  act(() => void editor.switchTool('point').pressAll('Enter', 'ArrowRight'));
  const { x, y } = editor.topics.crosshair.getSnapshot()!;
  expect(screen.getByText(`${x}, ${y}`)).toBeInTheDocument();
});

test('zoom buttons change the scale, which is shown in per cent', async () => {
  const editor = showNotices();
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(screen.getByRole('button', { name: '125 %: Zoom to 100 %' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
  await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(editor.viewport.camera.scale).toBeCloseTo(0.8);
  await userEvent.click(screen.getByRole('button', { name: '80 %: Zoom to 100 %' }));
  expect(editor.viewport.camera.scale).toBeCloseTo(1);
  act(() => editor.viewport.zoomAt({ x: 0, y: 0 }, 3));
  await userEvent.click(screen.getByRole('button', { name: 'Fit to window' }));
  expect(editor.viewport.camera).toEqual({ x: 0, y: 0, scale: 1 });
});

test('a reload offers to continue or discard an unfinished polygon', async () => {
  const firstEditor = new TestEditor({ tool: 'polygon' });
  showNotices(firstEditor);
  act(() => void firstEditor.clickAll([100, 100], [300, 100], [300, 300]));
  cleanup();
  const editor = showNotices(new TestEditor({ tool: 'select' }));
  expect(screen.getByText(/^Unfinished polygon from \d\d:\d\d$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.queryByText(/^Unfinished polygon/)).toBeNull();
  act(() => void editor.click(100, 300).pressAll('Enter'));
  expect(editor.topics.pending.getSnapshot()).toMatchObject({ data: [100, 100, 300, 100, 300, 300, 100, 300] });

  // A polygon that waits for its label is not in the document yet.
  cleanup();
  const thirdEditor = showNotices(new TestEditor({ tool: 'polygon' }));
  act(() => void thirdEditor.clickAll([500, 500], [600, 500]));
  cleanup();
  showNotices();
  expect(screen.getAllByText(/^Unfinished polygon/)).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: 'Discard' })[1]!);
  cleanup();
  const lastEditor = showNotices();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  act(() => void lastEditor.pressAll('Enter').confirm('leaf'));
  cleanup();
  showNotices();
  expect(screen.queryByText(/^Unfinished polygon/)).toBeNull();
});
