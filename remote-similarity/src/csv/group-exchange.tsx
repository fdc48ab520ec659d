import { api } from '@console/shared-auth';
import type { GroupCsvPlan } from '@console/shared-contract/api';
import { type CsvExchange, PreviewList, createCsvUndo } from '@console/shared-ui/csv';
import { messages } from '../messages';

const words = messages.csv;
/** Ten thousand rows on a busy server, in milliseconds. */
const timeout = 120_000;

/** Groups and their images, out to a file and in from one. */
export const groupExchange: CsvExchange<GroupCsvPlan> = {
  fileName: words.fileName,
  messages: words,
  exportCsv: async () => [(await api.call('GET /similarity/training/v2/group/csv', { timeout })).csv],
  importCsv: (csv, dry_run) =>
    api.call('POST /similarity/training/v2/group/csv', { body: { csv, dry_run }, timeout, repeatable: !dry_run }),
  countChanges: ({ created, changed }) => created.length + changed.length,
  preview: ({ created, changed }) => (
    <>
      <PreviewList
        title={words.created(created.length, imagesOf(created))}
        lines={created.map(({ name, images }) => words.newGroup(name, images))}
      />
      <PreviewList
        title={words.changed(changed.length, imagesOf(changed))}
        lines={changed.map(({ name, type, test, images }) =>
          words.changedGroup(name, [
            ...(type ? [words.type] : []),
            ...(test ? [words.test] : []),
            ...(images > 0 ? [words.more(images)] : []),
          ]),
        )}
      />
    </>
  ),
  changes: [{ topic: 'groups' }],
  undo: ({ undo }) =>
    createCsvUndo(undo, (part) => api.call('POST /similarity/training/v2/group/csv-undo', { body: { undo: part }, timeout })),
};

const imagesOf = (rows: readonly { images: number }[]) => rows.reduce((sum, { images }) => sum + images, 0);
