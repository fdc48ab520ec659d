import type { Job } from '@console/shared-contract/api';
import { signInForTest } from '@console/shared-auth/testing';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import { NoOpenItem } from './job-frame';
import type { JobBatch } from './job.queries';

test('a job of other users names them and links to all jobs', () => {
  signInForTest();
  const job = { assignees: [{ id: 'ann', username: 'ann@console.test' }] } as unknown as Job;
  const batch = { emptyReason: 'none', openForOthers: 0 } as JobBatch;
  renderConsole(
    <HostServicesProvider value={{ ...createFakeHostServices({}), canOpen: (path) => path === '/jobs' }}>
      <NoOpenItem job={job} batch={batch} />
    </HostServicesProvider>,
  );
  expect(screen.getByText('This job is assigned to ann@console.test.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All jobs' })).toHaveAttribute('href', '/jobs');
});
