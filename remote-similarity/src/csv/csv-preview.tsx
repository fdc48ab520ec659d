import type { GroupCsvPlan } from '@console/shared-contract/api';
import { makeStyles, MessageBar, MessageBarBody, tokens } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { messages } from '../messages';

const words = messages.csv;
type RowError = GroupCsvPlan['errors'][number];
const columns: Column<RowError>[] = [
  { id: 'row', header: words.row, cell: ({ row }) => String(row), width: '72px' },
  { id: 'detail', header: words.detail, cell: ({ detail }) => detail },
];
const idOf = ({ row, detail }: RowError) => `${row} ${detail}`;

const useStyles = makeStyles({
  list: { margin: 0, maxHeight: '240px', overflowY: 'auto', overflowWrap: 'anywhere' },
  line: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

/** What a file would make and change, or what is wrong in which row. */
export function CsvPreview({ plan: { created, changed, errors } }: { plan: GroupCsvPlan }) {
  const styles = useStyles();
  if (errors.length > 0)
    return (
      <>
        <MessageBar intent="error">
          <MessageBarBody>{words.errors(errors.length)}</MessageBarBody>
        </MessageBar>
        <DataTable label={words.detail} columns={columns} rows={errors} rowId={idOf} />
      </>
    );
  if (created.length + changed.length === 0) return <p className={styles.line}>{words.nothing}</p>;
  const imagesOf = (rows: readonly { images: number }[]) => rows.reduce((sum, { images }) => sum + images, 0);
  return (
    <>
      {created.length > 0 && <p className={styles.line}>{words.created(created.length, imagesOf(created))}</p>}
      {changed.length > 0 && <p className={styles.line}>{words.changed(changed.length, imagesOf(changed))}</p>}
      <ul className={styles.list}>
        {created.map(({ name, images }) => (
          <li key={name}>{words.newGroup(name, images)}</li>
        ))}
        {changed.map(({ id, name, type, test, images }) => (
          <li key={id}>
            {words.changedGroup(name, [
              ...(type ? [words.type] : []),
              ...(test ? [words.test] : []),
              ...(images > 0 ? [words.more(images)] : []),
            ])}
          </li>
        ))}
      </ul>
    </>
  );
}
