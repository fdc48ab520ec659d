import 'fake-indexeddb/auto';
import { renderConsole } from '@console/shared-ui/testing';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showImage } from '../testing/show-image';
import { TogglePanelButton } from './toggle-panel-button';
import { PanelEdge } from './panel-edge';
import { usePanel } from './use-panel';

jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const findEdge = () => screen.findByRole('separator', { name: 'Width of the image details' });
const getWidth = async () => (await findEdge()).getAttribute('aria-valuenow');
// Dispatches a mouse event with the type of a pointer event, because pointer events have no coordinates in jsdom.
const dispatchMouseEvent = async (type: string, clientX: number) =>
  fireEvent(await findEdge(), new MouseEvent(type, { clientX, bubbles: true }));
/** Mounts the screen again, as when another image is opened. */
const remountPanel = () => {
  cleanup();
  renderConsole(<PanelControls />);
};
function PanelControls() {
  const panel = usePanel();
  return (
    <>
      <TogglePanelButton panel={panel} />
      {!panel.isCollapsed && <PanelEdge panel={panel} />}
    </>
  );
}

beforeAll(() => {
  // jsdom does not support pointer capture.
  Element.prototype.setPointerCapture = () => undefined;
});
beforeEach(() => showImage());

test('dragging changes the panel width within limits and stores it', async () => {
  expect(await getWidth()).toBe('400');
  await dispatchMouseEvent('pointerdown', 900);
  await dispatchMouseEvent('pointermove', 840);
  expect(await getWidth()).toBe('460');
  await dispatchMouseEvent('pointerup', 800);
  await dispatchMouseEvent('pointermove', 100);
  remountPanel();
  expect(await getWidth()).toBe('500');
  (await findEdge()).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await getWidth()).toBe('476');
  await userEvent.keyboard('{End}');
  expect(await getWidth()).toBe('280');
  await userEvent.dblClick(await findEdge());
  remountPanel();
  expect(await getWidth()).toBe('400');
});

testInLongRun('the panel stays collapsed after the screen is mounted again', async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Hide image details' }));
  expect(screen.queryByRole('complementary', { name: 'Image details' })).toBeNull();
  remountPanel();
  expect(screen.queryByRole('separator')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show image details' }));
  expect(await findEdge()).toBeVisible();
});
