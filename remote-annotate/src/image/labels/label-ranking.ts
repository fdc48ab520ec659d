/** The fields of a label that ranking uses. */
interface RankableLabel {
  readonly id: string;
  readonly name: string;
  readonly key?: string | null;
  readonly isOfJob?: boolean;
}

/** The order in which labels with shortcut keys are listed: digits as on a keyboard, then letters. */
const KEYS_IN_ORDER = '1234567890abcdefghijklmnopqrstuvwxyz';

/** Score of each kind of match. Higher is better. */
const MATCH_SCORE = {
  key: 7,
  sameName: 6,
  prefix: 5,
  wordPrefix: 4,
  initials: 3,
  substring: 2,
  subsequence: 1,
  none: 0,
} as const;

/**
 * Returns the labels that match `query`, best match first: shortcut key, same name, prefix, prefix of a word, initials, substring,
 * subsequence. Among equal matches, labels that the job asks about come first, then recently used labels, then the others in
 * the given order. Ranking ignores case and accents. Without a query, labels with a key precede others, in the order of their keys,
 * so that their positions do not change.
 * @param recent ids of labels, the most recently used first
 */
export function rankLabels<L extends RankableLabel>(
  labels: readonly L[],
  query: string,
  recent: readonly string[] = [],
): readonly L[] {
  const searchText = normalizeText(query.trim());
  const lastUses = new Map(recent.map((id, index) => [id, index]));
  const getUseIndex = ({ id }: L) => lastUses.get(id) ?? recent.length;
  return labels
    .map((label) => ({
      label,
      isOfJob: label.isOfJob === true,
      score: searchText === '' || searchText === label.key ? MATCH_SCORE.key : scoreMatch(normalizeText(label.name), searchText),
    }))
    .filter(({ score }) => score > MATCH_SCORE.none)
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(b.isOfJob) - Number(a.isOfJob) ||
        (searchText === '' ? getKeyIndex(a.label) - getKeyIndex(b.label) : 0) ||
        getUseIndex(a.label) - getUseIndex(b.label),
    )
    .map(({ label }) => label);
}

const getKeyIndex = ({ key }: RankableLabel): number => (key ? KEYS_IN_ORDER.indexOf(key) : KEYS_IN_ORDER.length);

/** A choice of a picker that can have the shortcut key of its label. */
interface LabelChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly key?: string | null;
  readonly isOfJob?: boolean;
}

/** Applies `rankLabels` to the choices of a picker. */
export function rankChoices<C extends LabelChoiceOption>(
  choices: readonly C[],
  query: string,
  recent: readonly string[] = [],
): readonly C[] {
  const labels = choices.map((choice) => ({
    id: choice.value,
    name: choice.label,
    key: choice.key,
    isOfJob: choice.isOfJob,
    choice,
  }));
  return rankLabels(labels, query, recent).map(({ choice }) => choice);
}

function scoreMatch(name: string, searchText: string): number {
  if (name === searchText) return MATCH_SCORE.sameName;
  if (name.startsWith(searchText)) return MATCH_SCORE.prefix;
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (words.some((word) => word.startsWith(searchText))) return MATCH_SCORE.wordPrefix;
  if (
    words
      .map((word) => word[0])
      .join('')
      .startsWith(searchText)
  )
    return MATCH_SCORE.initials;
  if (name.includes(searchText)) return MATCH_SCORE.substring;
  return isSubsequence(name, searchText) ? MATCH_SCORE.subsequence : MATCH_SCORE.none;
}

/** Whether `name` contains the characters of `searchText` in this order, with other characters between them. */
function isSubsequence(name: string, searchText: string): boolean {
  let position = 0;
  for (const character of searchText) {
    if (character === ' ') continue;
    position = name.indexOf(character, position) + 1;
    if (position === 0) return false;
  }
  return true;
}

function normalizeText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
