import type { ValueAgreement } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import { IntervalAlpha } from '../../../quality/score/interval-alpha';
import { readItemBatches } from './read-by-item';
import type { ReadableWork } from '../work/readable-work';
import { joinShapeUnits } from './shape-units';

type ValuePair = readonly [label: string, first: number, firstValue: number, second: number, secondValue: number];

interface ComparedValues {
  first_id: string;
  second_id: string;
  value_pairs: readonly ValuePair[];
}

/** The values that users gave to one label. */
interface LabelValues {
  /** Units are objects to which at least two users gave a value. */
  allUsers: IntervalAlpha;
  /** The alpha of each pair of users. The key contains the two user ids in alphabetical order. */
  pairs: Map<string, IntervalAlpha>;
}

/**
 * Reads how much users agree on the values of labels on objects: all users, and each pair.
 * @param onlyUser the user whose pairs are included; null for the pairs of all users
 */
export async function readObjectValues(db: Db, readableWork: ReadableWork, onlyUser: string | null): Promise<ValueAgreement[]> {
  const valuesByLabel = new Map<string, LabelValues>();
  const batches = readItemBatches(db, {
    from: readableWork.comparisons,
    columns: sql<{ comparisons: ComparedValues[] }>`json_agg(json_build_object(
      'first_id', r.first_id, 'second_id', r.second_id, 'value_pairs', r.value_pairs) order by r.first_id, r.second_id) as comparisons`,
    // Comparisons stored by earlier releases have no value pairs.
    where: sql`r.value_pairs <> '[]'`,
  });
  for await (const batch of batches) {
    for (const { comparisons } of batch)
      for (const label of new Set(comparisons.flatMap((comparison) => comparison.value_pairs.map(([id]) => id)))) {
        const values = getOrAdd(valuesByLabel, label, () => ({ allUsers: new IntervalAlpha(), pairs: new Map() }));
        addItemValues(values, filterByLabel(comparisons, label));
      }
  }
  return describeValues(db, valuesByLabel, onlyUser);
}

const filterByLabel = (comparisons: readonly ComparedValues[], labelId: string) =>
  comparisons.map((comparison) => ({ ...comparison, value_pairs: comparison.value_pairs.filter(([id]) => id === labelId) }));

function addItemValues({ allUsers, pairs }: LabelValues, comparisons: readonly ComparedValues[]): void {
  const valuesByUser = new Map<string, string[]>();
  for (const { first_id: firstId, second_id: secondId, value_pairs: valuePairs } of comparisons)
    for (const [, firstIndex, firstValue, secondIndex, secondValue] of valuePairs) {
      getOrAdd(valuesByUser, firstId, () => [])[firstIndex] = String(firstValue);
      getOrAdd(valuesByUser, secondId, () => [])[secondIndex] = String(secondValue);
      const key = [firstId, secondId].sort().join(' ');
      getOrAdd(pairs, key, () => new IntervalAlpha()).add([firstValue, secondValue]);
    }
  const matches = comparisons.map(({ value_pairs: valuePairs, ...users }) => ({
    ...users,
    shape_matches: valuePairs.map(([, firstIndex, , secondIndex]) => [firstIndex, secondIndex] as const),
  }));
  for (const unit of joinShapeUnits(matches, valuesByUser)) allUsers.add(unit.map(Number));
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

/** Adds the names of labels and users. For each label, the row of all users comes first. */
async function describeValues(
  db: Db,
  valuesByLabel: ReadonlyMap<string, LabelValues>,
  onlyUser: string | null,
): Promise<ValueAgreement[]> {
  const userIds = [...valuesByLabel.values()].flatMap(({ pairs }) => [...pairs.keys()].flatMap((key) => key.split(' ')));
  const { rows: labels } = await sql<{ id: string; name: string }>`
    select id, name from recognition_label where id = any(${[...valuesByLabel.keys()]}::uuid[]) order by lower(name), id`.execute(
    db,
  );
  const { rows: users } = await sql<{ id: string; username: string }>`
    select id, username from app_user where id = any(${userIds}::uuid[])`.execute(db);
  const userById = new Map(users.map((user) => [user.id, user]));
  return labels.flatMap(({ id, name }) => {
    const { allUsers, pairs } = valuesByLabel.get(id)!;
    const toRow = ({ alpha, n }: IntervalAlpha, firstUser: ValueAgreement['first'], secondUser: ValueAgreement['second']) => ({
      label: id,
      name,
      first: firstUser,
      second: secondUser,
      alpha: { alpha, n },
    });
    const pairRows = [...pairs].flatMap(([key, values]) => {
      const [firstId = '', secondId = ''] = key.split(' ');
      const isVisible = onlyUser === null || onlyUser === firstId || onlyUser === secondId;
      const [firstUser, secondUser] = [userById.get(firstId), userById.get(secondId)];
      return isVisible && firstUser && secondUser ? [toRow(values, firstUser, secondUser)] : [];
    });
    return [toRow(allUsers, null, null), ...pairRows];
  });
}
