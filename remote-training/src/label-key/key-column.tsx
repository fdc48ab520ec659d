import type { Column } from '@console/shared-ui/table';
import { keyMessages } from './key-messages';

/** The key that chooses a label on the image screen. */
export const keyColumn: Column<{ key?: string | null }> = {
  id: 'key',
  header: keyMessages.key,
  cell: ({ key }) => key?.toUpperCase() ?? '',
  sortValue: ({ key }) => key ?? null,
  width: '72px',
};
