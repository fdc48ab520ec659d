import { failWith, signInForTest, stubApi, type StubRequest } from '@console/shared-auth/testing';
import type { ImageTarget } from '@console/shared-contract/federation';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { filterUrlParams } from '../data/filter-url-params';
import { TargetBar } from './target-bar';
import { createId } from '../testing';
import { useMembership } from './use-membership';
import { useSelection } from './use-selection';

const target: ImageTarget = { kind: 'image-job', id: createId(500), name: 'Check the caps' };
const ADD_TO_JOB = 'POST /annotate/v2/imagejob/{id}/add-items';
const pageIds = Array.from({ length: 2500 }, (_, index) => createId(index + 1));

/** Renders only the selection bar. Rendering 2,500 tiles would be slow. */
function TestTargetBar() {
  const selection = useSelection(filterUrlParams.initial);
  const total = pageIds.length;
  const membership = useMembership({ target, filters: filterUrlParams.initial, selection, total });
  const membershipProps = { inTarget: false, onInTargetChange: () => undefined, onRefresh: () => undefined };
  return (
    <TargetBar
      target={target}
      selection={selection}
      total={total}
      pageIds={pageIds}
      membership={membership}
      {...membershipProps}
    />
  );
}

beforeEach(() => signInForTest());

test('an error in the second batch shows the progress and keeps the remaining images selected', async () => {
  const addedIds = new Set<string>();
  let callCount = 0;
  stubApi({
    [ADD_TO_JOB]: ({ body }: StubRequest) => {
      callCount += 1;
      if (callCount === 2) return failWith(400, 'Some of these images are gone.');
      for (const id of (body as { items: string[] }).items) addedIds.add(id);
      return {};
    },
  });
  renderConsole(<TestTargetBar />);
  const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await clickButton('Select all');
  await clickButton('Add to Job');
  expect(await screen.findByText('Added 1,000 of 2,500. Some of these images are gone.')).toBeVisible();
  expect(screen.getByText('Some images were not changed. They are still selected.')).toBeVisible();
  expect(screen.getByText('1,500 selected')).toBeVisible();
  await clickButton('Continue with the rest');
  expect(await screen.findByText('Images were added to Job/Task!')).toBeVisible();
  expect(addedIds.size).toBe(2500);
  expect(callCount).toBe(4);
  expect(screen.getByText('0 selected')).toBeVisible();
});
