import type { DataChanges, DatasetChange, DatasetLabelChanges } from '@console/shared-contract/api';
import { makeStyles, Pager, Text, TextLink, tokens } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { QueryState } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { Counts } from '../exchange/counts';
import { TwoLines } from '../exchange/two-lines';
import { exchangeMessages } from '../exchange/exchange-messages';
import { versionsMessages as texts } from './versions-messages';
import { IMAGES_PER_PAGE, useChangedImages, type ComparisonSource } from './versions.queries';

const useStyles = makeStyles({
  muted: { color: tokens.colorNeutralForeground3 },
  pictures: { margin: 0, paddingInlineStart: '40px', overflowWrap: 'anywhere' },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

const createCountColumn = (count: keyof Pick<DatasetLabelChanges, 'added' | 'removed' | 'changed'>) => ({
  id: count,
  header: texts.label[count],
  cell: (row: DatasetLabelChanges) => row[count].toLocaleString('en'),
  sortValue: (row: DatasetLabelChanges) => row[count],
  align: 'end' as const,
  width: '84px',
});
const describeCounts = ({ of: subjectKind, before, after, changed_attributes = 0 }: DatasetLabelChanges) =>
  [
    texts.label.summary(exchangeMessages.domains[subjectKind], before, after),
    ...(changed_attributes > 0 ? [texts.label.changedAttributes(changed_attributes)] : []),
  ].join(', ');
const columns: readonly Column<DatasetLabelChanges>[] = [
  {
    id: 'name',
    header: texts.label.name,
    cell: (row) => <TwoLines name={row.name} details={describeCounts(row)} />,
    sortValue: ({ name }) => name,
  },
  createCountColumn('added'),
  createCountColumn('removed'),
  createCountColumn('changed'),
];
const getRowId = ({ of: domain, id }: DatasetLabelChanges) => `${domain} ${id}`;
const CHANGE_TYPES: readonly DatasetChange[] = ['changed', 'added', 'removed'];

interface ComparisonResultProps extends Pick<DataChanges, 'pictures' | 'labels'> {
  source: ComparisonSource;
  /** Text that explains what is compared. */
  note?: string;
  noLabels: string;
  /** Query of the image browser that lists the added and changed images. */
  browserQuery?: string;
}

/** Shows the result of a comparison: numbers of images, changes by label, and a list of the changed images. */
export function ComparisonResult({ pictures, labels, source, note, noLabels, browserQuery }: ComparisonResultProps) {
  const styles = useStyles();
  const [change, setChange] = useState<DatasetChange>(
    () => CHANGE_TYPES.find((candidate) => pictures[candidate] > 0) ?? 'changed',
  );
  const shownImageCount = pictures.added + pictures.changed;
  return (
    <div className={styles.part} aria-live="polite">
      <Counts
        values={(['added', 'removed', 'changed', 'same'] as const).map(
          (countKey) => [texts.pictures[countKey], pictures[countKey]] as const,
        )}
      />
      {note && <Text className={styles.muted}>{note}</Text>}
      <DataTable label={texts.labels} columns={columns} rows={labels} rowId={getRowId} empty={noLabels} />
      {browserQuery !== undefined && shownImageCount > 0 && (
        <TextLink to={`/images${browserQuery}`}>{texts.openInBrowser(shownImageCount)}</TextLink>
      )}
      <SelectField
        label={texts.show}
        choices={CHANGE_TYPES.map((value) => ({
          value,
          label: `${texts.changes[value]} (${pictures[value].toLocaleString('en')})`,
        }))}
        value={change}
        onChange={(value) => setChange(CHANGE_TYPES.find((candidate) => candidate === value) ?? 'changed')}
      />
      <ChangedImages key={change} source={source} change={change} />
    </div>
  );
}

function ChangedImages({ source, change }: { source: ComparisonSource; change: DatasetChange }) {
  const styles = useStyles();
  const [page, setPage] = useState(1);
  const images = useChangedImages(source, change, page);
  return (
    <QueryState
      query={images}
      failed={texts.picturesFailed}
      isEmpty={({ count }) => count === 0}
      empty={<Text className={styles.muted}>{texts.noPictures}</Text>}
    >
      {({ count, results }) => (
        <>
          <ol className={styles.pictures} start={(page - 1) * IMAGES_PER_PAGE + 1} aria-label={texts.list[change]}>
            {results.map(({ image: imageId, name, deleted: isDeleted }) => (
              <li key={imageId}>
                {isDeleted ? (
                  <span className={styles.muted}>
                    {name ?? imageId}, {texts.deletedImage}
                  </span>
                ) : (
                  <TextLink to={`/image/${imageId}`} newTab>
                    {name ?? imageId}
                  </TextLink>
                )}
              </li>
            ))}
          </ol>
          {count > IMAGES_PER_PAGE && <Pager page={page} pageSize={IMAGES_PER_PAGE} total={count} onPageChange={setPage} />}
        </>
      )}
    </QueryState>
  );
}
