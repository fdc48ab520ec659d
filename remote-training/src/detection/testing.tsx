import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { bottleLabel, shelfTask } from '../tasks-and-labels/testing';
import { DetectionPage } from './detection-page';

export const cupLabel = { ...bottleLabel, id: 'l2', name: 'Cup', color: '#3cb44b', key: '2', objects_count: 0 };

export function renderDetectionPage({ tasks = [shelfTask], labels = [bottleLabel, cupLabel] } = {}) {
  const stub = stubApi({ 'GET /detection/v2/task/': page(tasks), 'GET /detection/v2/label/': page(labels) });
  renderConsole(<DetectionPage />);
  return stub;
}

export const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));

export const findDialog = async () => within(await screen.findByRole('dialog'));

export const expectVisible = async (text: string) => expect((await screen.findAllByText(text))[0]).toBeVisible();

/** Signs in before each test. */
export function setUpDetectionPage(): void {
  beforeEach(() => signInForTest());
}
