import type { Column } from '@console/shared-ui/table';
import { keyMessages } from './key-messages';

/** Column with the keyboard key that selects a label on the image screen. */
export const keyColumn: Column<{ key?: string | null }> = {
  id: 'key',
  header: keyMessages.key,
  cell: ({ key }) => key?.toUpperCase() ?? '',
  sortValue: ({ key }) => key ?? null,
  width: '72px',
};
