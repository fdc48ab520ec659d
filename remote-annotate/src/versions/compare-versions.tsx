import type { Dataset, DatasetChange, DatasetChanges, DatasetLabelChanges } from '@console/shared-contract/api';
import { makeStyles, Pager, PickerField, Text, TextLink, tokens, type PickerChoice } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { QueryState } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { Counts } from '../exchange/counts';
import { TwoLines } from '../exchange/two-lines';
import { exchangeMessages } from '../exchange/exchange-messages';
import { versionsMessages as words } from './versions-messages';
import { nameOf, originOf } from './version-name';
import { PICTURES_OF_PAGE, useChangedPictures, useChanges } from './versions.queries';

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

const number = (of: keyof Pick<DatasetLabelChanges, 'added' | 'removed' | 'changed'>) => ({
  id: of,
  header: words.label[of],
  cell: (row: DatasetLabelChanges) => row[of].toLocaleString('en'),
  sortValue: (row: DatasetLabelChanges) => row[of],
  align: 'end' as const,
  width: '84px',
});
const aboutOf = ({ of, before, after }: DatasetLabelChanges) => words.label.about(exchangeMessages.domains[of], before, after);
const columns: readonly Column<DatasetLabelChanges>[] = [
  {
    id: 'name',
    header: words.label.name,
    cell: (row) => <TwoLines name={row.name} below={aboutOf(row)} />,
    sortValue: ({ name }) => name,
  },
  number('added'),
  number('removed'),
  number('changed'),
];
const rowId = ({ of, id }: DatasetLabelChanges) => `${of} ${id}`;
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
  const ready = versions.filter(({ state }) => state === 'ready');
  const choices: PickerChoice[] = ready.map((version) => ({
    value: version.id,
    label: nameOf(version),
    detail: originOf(version),
  }));
  return (
    <>
      <div className={styles.pair}>
        <PickerField
          label={words.before}
          choices={choices}
          value={changes.data?.before.id ?? since}
          onChange={(chosen) => onChange({ since: chosen })}
        />
        <PickerField
          label={words.after}
          choices={choices}
          value={id}
          // Keep the displayed earlier version, even if it was selected by default.
          onChange={(chosen) => onChange({ versions: chosen, since: changes.data?.before.id ?? since })}
        />
      </div>
      <QueryState query={changes} failed={words.changesFailed}>
        {(data) => <Compared key={`${data.before.id} ${data.after.id}`} changes={data} />}
      </QueryState>
    </>
  );
}

function Compared({ changes: { before, after, pictures, labels } }: { changes: DatasetChanges }) {
  const styles = useStyles();
  const [change, setChange] = useState<DatasetChange>(() => CHANGES.find((each) => pictures[each] > 0) ?? 'changed');
  const isOfTraining = before.name === null || after.name === null;
  return (
    <div className={styles.part} aria-live="polite">
      <Counts
        values={(['added', 'removed', 'changed', 'same'] as const).map((each) => [words.pictures[each], pictures[each]] as const)}
      />
      {isOfTraining && <Text className={styles.muted}>{words.onlyTask}</Text>}
      <DataTable label={words.labels} columns={columns} rows={labels} rowId={rowId} empty={words.noLabels} />
      <SelectField
        label={words.show}
        choices={CHANGES.map((value) => ({ value, label: `${words.changes[value]} (${pictures[value].toLocaleString('en')})` }))}
        value={change}
        onChange={(value) => setChange(CHANGES.find((each) => each === value) ?? 'changed')}
      />
      <ChangedPictures key={change} id={after.id} since={before.id} change={change} />
    </div>
  );
}

function ChangedPictures({ id, since, change }: { id: string; since: string; change: DatasetChange }) {
  const styles = useStyles();
  const [page, setPage] = useState(1);
  const pictures = useChangedPictures(id, since, change, page);
  return (
    <QueryState
      query={pictures}
      failed={words.picturesFailed}
      isEmpty={({ count }) => count === 0}
      empty={<Text className={styles.muted}>{words.noPictures}</Text>}
    >
      {({ count, results }) => (
        <>
          <ol className={styles.pictures} start={(page - 1) * PICTURES_OF_PAGE + 1} aria-label={words.list[change]}>
            {results.map(({ image, name, deleted }) => (
              <li key={image}>
                {deleted ? (
                  <span className={styles.muted}>
                    {name ?? image}, {words.gone}
                  </span>
                ) : (
                  <TextLink to={`/image/${image}`} newTab>
                    {name ?? image}
                  </TextLink>
                )}
              </li>
            ))}
          </ol>
          {count > PICTURES_OF_PAGE && <Pager page={page} pageSize={PICTURES_OF_PAGE} total={count} onPageChange={setPage} />}
        </>
      )}
    </QueryState>
  );
}
