import { api } from '@console/shared-auth';
import type { GroupCsvPlan } from '@console/shared-contract/api';
import { type CsvExchange, PreviewList } from '@console/shared-ui/csv';
import type { GroupQuery } from '../group-data/group.queries';
import { csvMessages } from './csv-messages';

/** Long enough for ten thousand rows on a busy server. */
const TIMEOUT_MS = 120_000;

const exportGroups = async (query?: GroupQuery) => [
  (await api.call('GET /similarity/training/v2/group/csv', { query, timeout: TIMEOUT_MS })).csv,
];

/** CSV export and import of groups and their images. `filter` is null if the list is not filtered. */
export const createGroupExchange = (
  filter: { query: GroupQuery; total: number | undefined } | null,
): CsvExchange<GroupCsvPlan> => ({
  fileName: csvMessages.fileName,
  messages: csvMessages,
  exportCsv: () => exportGroups(),
  filtered: filter
    ? {
        label: csvMessages.exportMatching(filter.total),
        allLabel: csvMessages.exportAll,
        exportCsv: () => exportGroups(filter.query),
      }
    : undefined,
  importCsv: (csv, dry_run, _createMissing, skip_invalid, options) =>
    api.call('POST /similarity/training/v2/group/csv', {
      body: { csv, dry_run, skip_invalid: skip_invalid || undefined },
      timeout: TIMEOUT_MS,
      repeatable: !dry_run,
      ...options,
    }),
  countChanges: ({ created, changed }) => created.length + changed.length,
  preview: ({ created: createdCounts, changed: changedCounts }) => (
    <>
      <PreviewList
        title={csvMessages.created(createdCounts.length, countImages(createdCounts))}
        lines={createdCounts.map(({ name, images }) => csvMessages.newGroup(name, images))}
      />
      <PreviewList
        title={csvMessages.changed(changedCounts.length, countImages(changedCounts))}
        lines={changedCounts.map(({ name, type, test, images }) =>
          csvMessages.changedGroup(name, [
            ...(type ? [csvMessages.type] : []),
            ...(test ? [csvMessages.test] : []),
            ...(images > 0 ? [csvMessages.more(images)] : []),
          ]),
        )}
      />
    </>
  ),
  changes: [{ topic: 'groups' }],
});

const countImages = (rows: readonly { images: number }[]) => rows.reduce((sum, { images }) => sum + images, 0);
