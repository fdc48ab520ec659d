import type { Dataset, DatasetChange, DatasetChanges, DatasetLabelChanges } from '@console/shared-contract/api';
import { makeStyles, Pager, PickerField, Text, TextLink, tokens, type PickerChoice } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { QueryState } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { Counts } from '../exchange/counts';
import { TwoLines } from '../exchange/two-lines';
import { exchangeMessages } from '../exchange/exchange-messages';
import { versionsMessages as texts } from './versions-messages';
import { getVersionName, getVersionOrigin } from './version-name';
import { IMAGES_PER_PAGE, useChangedImages, useChanges } from './versions.queries';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
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
const describeCounts = ({ of, before, after }: DatasetLabelChanges) =>
  texts.label.about(exchangeMessages.domains[of], before, after);
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
const getRowId = ({ of, id }: DatasetLabelChanges) => `${of} ${id}`;
const CHANGES: readonly DatasetChange[] = ['changed', 'added', 'removed'];

interface CompareVersionsProps {
  versions: readonly Dataset[];
  id: string;
  /** The id of the earlier version; '' selects the previous one. */
  since: string;
  onChange: (pair: { versions?: string; since?: string }) => void;
}

/** Compares two versions by image counts and by label. */
export function CompareVersions({ versions, id, since, onChange }: CompareVersionsProps) {
  const styles = useStyles();
  const changes = useChanges(id, since);
  const readyVersions = versions.filter(({ state }) => state === 'ready');
  const choices: PickerChoice[] = readyVersions.map((version) => ({
    value: version.id,
    label: getVersionName(version),
    detail: getVersionOrigin(version),
  }));
  return (
    <>
      <div className={styles.pair}>
        <PickerField
          label={texts.before}
          choices={choices}
          value={changes.data?.before.id ?? since}
          onChange={(selectedId) => onChange({ since: selectedId })}
        />
        <PickerField
          label={texts.after}
          choices={choices}
          value={id}
          // Keep the displayed earlier version, even if it was selected by default.
          onChange={(selectedId) => onChange({ versions: selectedId, since: changes.data?.before.id ?? since })}
        />
      </div>
      <QueryState query={changes} failed={texts.changesFailed}>
        {(data) => <VersionComparison key={`${data.before.id} ${data.after.id}`} changes={data} />}
      </QueryState>
    </>
  );
}

function VersionComparison({ changes: { before, after, pictures, labels } }: { changes: DatasetChanges }) {
  const styles = useStyles();
  const [change, setChange] = useState<DatasetChange>(() => CHANGES.find((item) => pictures[item] > 0) ?? 'changed');
  const isFromTraining = before.name === null || after.name === null;
  return (
    <div className={styles.part} aria-live="polite">
      <Counts
        values={(['added', 'removed', 'changed', 'same'] as const).map((item) => [texts.pictures[item], pictures[item]] as const)}
      />
      {isFromTraining && <Text className={styles.muted}>{texts.onlyTask}</Text>}
      <DataTable label={texts.labels} columns={columns} rows={labels} rowId={getRowId} empty={texts.noLabels} />
      <SelectField
        label={texts.show}
        choices={CHANGES.map((value) => ({ value, label: `${texts.changes[value]} (${pictures[value].toLocaleString('en')})` }))}
        value={change}
        onChange={(value) => setChange(CHANGES.find((item) => item === value) ?? 'changed')}
      />
      <ChangedImages key={change} id={after.id} since={before.id} change={change} />
    </div>
  );
}

function ChangedImages({ id, since, change }: { id: string; since: string; change: DatasetChange }) {
  const styles = useStyles();
  const [page, setPage] = useState(1);
  const images = useChangedImages(id, since, change, page);
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
            {results.map(({ image, name, deleted }) => (
              <li key={image}>
                {deleted ? (
                  <span className={styles.muted}>
                    {name ?? image}, {texts.deletedImage}
                  </span>
                ) : (
                  <TextLink to={`/image/${image}`} newTab>
                    {name ?? image}
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
