import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { bottle, shelf } from '../tasks-and-labels/testing';
import { DetectionPage } from './detection-page';

export const cup = { ...bottle, id: 'l2', name: 'Cup', color: '#3cb44b', key: '2', objects_count: 0 };

export function renderPage({ tasks = [shelf], labels = [bottle, cup] } = {}) {
  const stub = stubApi({ 'GET /detection/v2/task/': page(tasks), 'GET /detection/v2/label/': page(labels) });
  renderConsole(<DetectionPage />);
  return stub;
}

export const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

export const dialog = async () => within(await screen.findByRole('dialog'));

export const expectVisible = async (text: string) => expect((await screen.findAllByText(text))[0]).toBeVisible();

/** Signs in before each test. */
export function setUpDetectionPage(): void {
  beforeEach(() => signInForTest());
}
