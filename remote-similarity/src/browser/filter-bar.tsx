import { makeStyles } from '@console/shared-ui/basics';
import { FlagFilter, ListFilters, SelectFilter, SortSelect } from '@console/shared-ui/list-section';
import { groupFilterMessages } from '../forms/group-filter-messages';
import { useSimilarityTypes } from '../tasks-and-types/tasks-and-types.queries';
import type { GroupFilters } from './group-filters';
import type { GroupList } from './use-group-list';

const filterMessages = groupFilterMessages;
const FLAGS = ['test', 'train', 'empty'] as const;
/** Selecting TEST clears TRAIN and vice versa, because both together match all groups. */
const EXCLUSIVE_FLAGS: Partial<Record<(typeof FLAGS)[number], Partial<GroupFilters>>> = {
  test: { train: false },
  train: { test: false },
};
const useStyles = makeStyles({ flags: { display: 'flex', flexWrap: 'wrap' } });
const createAnyChoice = (label: string, any: string) => ({ value: '', label: `${label}: ${any}` });
const VERIFIED_CHOICES = [
  { value: 'all', label: `${filterMessages.verified}: ${filterMessages.all}` },
  { value: 'verified', label: filterMessages.verified },
  { value: 'not-verified', label: filterMessages.notVerified },
];
const COUNT_CHOICES = [
  createAnyChoice(filterMessages.count, filterMessages.anyCount),
  { value: '1', label: '1' },
  { value: '2', label: '2' },
  { value: '3', label: '3+' },
];

const ORDERINGS = ['name', '-created', 'created'] as const;

/** Search by name, filters and sort order for groups. */
export function FilterBar({ list }: { list: GroupList }) {
  const styles = useStyles();
  const types = useSimilarityTypes();
  const typeChoices = [
    createAnyChoice(filterMessages.type, filterMessages.anyType),
    { value: 'None', label: filterMessages.noType },
    ...(types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <ListFilters list={list} label={filterMessages.search}>
      <div role="group" aria-label={filterMessages.kind} className={styles.flags}>
        {FLAGS.map((flag) => (
          <FlagFilter key={flag} list={list} name={flag} label={filterMessages[flag]} reset={EXCLUSIVE_FLAGS[flag]} />
        ))}
      </div>
      <SelectFilter list={list} name="verified" label={filterMessages.verified} choices={VERIFIED_CHOICES} />
      <SelectFilter list={list} name="count" label={filterMessages.count} choices={COUNT_CHOICES} />
      {list.values['violations-of'] && (
        <SelectFilter
          list={list}
          name="violations-of"
          label={filterMessages.violations}
          choices={[
            { value: '', label: filterMessages.anyViolations },
            { value: list.values['violations-of'], label: filterMessages.violations },
          ]}
        />
      )}
      <SelectFilter list={list} name="type" label={filterMessages.type} choices={typeChoices} />
      <SortSelect list={list} label={filterMessages.sort} orderings={ORDERINGS} formatOrdering={filterMessages.sortedBy} />
    </ListFilters>
  );
}
