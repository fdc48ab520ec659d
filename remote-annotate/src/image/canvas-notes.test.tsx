import { renderConsole } from '@console/shared-ui/testing';
import { signInForTest } from '@console/shared-auth/testing';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { imageRow } from '../browser/testing';
import { box, TestEditor } from '../editor/testing/test-editor';
import type { Outbox } from '../outbox';
import { CanvasNotes } from './canvas-notes';
import { ScreenContext } from './screen-context';
import { ZoomControls } from './zoom-controls';

beforeEach(() => {
  localStorage.clear();
  signInForTest();
});

function show(editor = new TestEditor({ tool: 'detection' })) {
  renderConsole(
    <ScreenContext value={{ image: imageRow(1), editor, outbox: {} as Outbox, job: null }}>
      <CanvasNotes />
      <ZoomControls />
    </ScreenContext>,
  );
  return editor;
}
const needsReloadConfirmation = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('a discarded box shows the reason until the next press', () => {
  const editor = show();
  act(() => void editor.drag([100, 100], [115, 115]));
  expect(screen.getByText('Not kept: an object is at least 20 x 20 pixels.')).toBeVisible();
  act(() => void editor.click(300, 300));
  expect(screen.queryByText(/Not kept/)).toBeNull();
});

test('an unfinished shape is announced, and a reload needs confirmation', () => {
  const editor = show(new TestEditor({ tool: 'polygon' }));
  expect(needsReloadConfirmation()).toBe(false);
  act(() => void editor.clicks([100, 100], [200, 100]));
  expect(needsReloadConfirmation()).toBe(true);
  act(() => editor.setTool('select'));
  expect(screen.getByText(/What you began to draw is kept/)).toBeVisible();
  expect(needsReloadConfirmation()).toBe(true);
  act(() => void editor.tool('polygon').presses('Escape'));
  expect(needsReloadConfirmation()).toBe(false);
});

test('selected shapes and the crosshair are announced to screen readers', () => {
  const editor = show(new TestEditor().load(box('a', [10, 20, 110, 70]), box('b', [300, 300, 400, 400], 'dog')));
  act(() => void editor.presses('Tab'));
  expect(screen.getByText('Object Cat, 1 of 2, 100 by 50 pixels at 10, 20')).toBeInTheDocument();
  act(() => void editor.presses('Tab'));
  expect(screen.getByText(/^Object Dog, 2 of 2/)).toBeInTheDocument();
  act(() => editor.select(['a', 'b']));
  expect(screen.getByText('2 objects selected')).toBeInTheDocument();
  act(() => void editor.tool('point').presses('Enter', 'ArrowRight'));
  const { x, y } = editor.topics.crosshair.getSnapshot()!;
  expect(screen.getByText(`${x}, ${y}`)).toBeInTheDocument();
});

test('buttons change the zoom, which is shown in percent', async () => {
  const editor = show();
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

test('an unfinished polygon can be continued or discarded after a reload', async () => {
  const unfinished = new TestEditor({ tool: 'polygon' });
  show(unfinished);
  act(() => void unfinished.clicks([100, 100], [300, 100], [300, 300]));
  cleanup();
  const editor = show(new TestEditor({ tool: 'select' }));
  expect(screen.getByText(/^Unfinished polygon from \d\d:\d\d$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.queryByText(/^Unfinished polygon/)).toBeNull();
  act(() => void editor.click(100, 300).presses('Enter'));
  expect(editor.getSnapshot().pending).toMatchObject({ data: [100, 100, 300, 100, 300, 300, 100, 300] });

  // A polygon that waits for its label is not in the document yet.
  cleanup();
  const third = show(new TestEditor({ tool: 'polygon' }));
  act(() => void third.clicks([500, 500], [600, 500]));
  cleanup();
  show();
  expect(screen.getAllByText(/^Unfinished polygon/)).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: 'Discard' })[1]!);
  cleanup();
  const last = show();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  act(() => void last.presses('Enter').confirm('leaf'));
  cleanup();
  show();
  expect(screen.queryByText(/^Unfinished polygon/)).toBeNull();
});
