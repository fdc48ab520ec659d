import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import { SyncStatus } from './sync-status';

test.each([
  ['TO_SYNC', 'Waiting to sync', 'Orange'],
  ['SYNCED', 'Synced', 'Green'],
  ['ERROR', 'Sync failed', 'Red'],
] as const)('status %s shows "%s" in %s', (status, name, colour) => {
  renderConsole(<SyncStatus status={status} />, { styled: true });
  expect(getComputedStyle(screen.getByRole('img', { name })).color).toMatch(
    new RegExp(`^var\\(--colorPalette\\w*${colour}Foreground1\\)$`),
  );
});
