import { MAX_DECLARED_FACTS, type DeclaredFact } from '@console/shared-contract/api';
import type { DeclaredFacts } from '../../readers/reader/declared-facts';

type AddNote = (reason: string, count?: number) => void;

const MAX_NAME_LENGTH = 200;
const MAX_SOURCE_LENGTH = 60;
const MAX_FILE_LENGTH = 300;
const MAX_SECONDS = 1e9;
/** Maximum number of files with facts about one image. */
const MAX_FILES = 20;

const NOTES = {
  names: `Declared names: truncated after ${MAX_NAME_LENGTH} characters, or special characters removed`,
  dates: 'Declared dates that are invalid, before 1900 or in the future: not imported',
  furtherFacts: `More than ${MAX_DECLARED_FACTS} declared facts about one image, shape or group: not imported`,
};

/** Control characters, unpaired surrogates, and characters that reverse the direction of the text after them. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const MIN_TIME = Date.UTC(1900, 0);
/** Clocks and time zones of other machines may be ahead by this time. */
const MAX_AHEAD_MS = 86_400_000;

/**
 * Converts declared provenance facts to facts that the database can store and the console can show. Adds a note for each lost
 * detail.
 */
export function sanitizeDeclaredFacts({ file, facts: declaredFacts }: DeclaredFacts, addNote: AddNote): DeclaredFacts {
  const toFact = ({
    action,
    by: userName,
    at: date,
    source,
    context,
    seconds,
    score,
    nothing_to_annotate: statesEmpty,
  }: DeclaredFact): DeclaredFact => ({
    action,
    by: userName === null ? null : sanitizeUserName(userName, addNote),
    at: date === null ? null : sanitizeDate(date, addNote),
    ...(source !== undefined && { source: toPlainText(source, MAX_SOURCE_LENGTH) }),
    ...(context !== undefined && { context: toPlainText(context, MAX_NAME_LENGTH) }),
    ...(seconds !== undefined && seconds >= 0 && seconds <= MAX_SECONDS && { seconds }),
    ...(score !== undefined && score >= 0 && score <= 1 && { score }),
    ...(statesEmpty === true && { nothing_to_annotate: true }),
  });
  addNote(NOTES.furtherFacts, declaredFacts.length - MAX_DECLARED_FACTS);
  return {
    file: toPlainText(file, MAX_FILE_LENGTH),
    facts: removeRepeated(declaredFacts.slice(0, MAX_DECLARED_FACTS).map(toFact)),
  };
}

/** Adds facts of a file to the facts that earlier files, or earlier references in the same file, declare about an image. */
export function mergeDeclared(existing: readonly DeclaredFacts[], added: DeclaredFacts): DeclaredFacts[] {
  const factsOfOtherFiles = existing.filter(({ file }) => file !== added.file);
  if (factsOfOtherFiles.length >= MAX_FILES) return [...existing];
  const existingFacts = existing.find(({ file }) => file === added.file)?.facts ?? [];
  return [
    ...factsOfOtherFiles,
    { file: added.file, facts: removeRepeated([...existingFacts, ...added.facts]).slice(0, MAX_DECLARED_FACTS) },
  ];
}

const removeRepeated = (facts: readonly DeclaredFact[]) => [
  ...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values(),
];

const toPlainText = (text: string, maxLength: number) => text.slice(0, maxLength).replaceAll(UNSAFE_CHARACTERS, ' ').trim();

function sanitizeUserName(name: string, addNote: AddNote): string | null {
  const sanitizedName = toPlainText(name, MAX_NAME_LENGTH);
  if (sanitizedName !== name.trim()) addNote(NOTES.names);
  return /[^\p{Z}\p{C}]/u.test(sanitizedName) ? sanitizedName : null;
}

function sanitizeDate(text: string, addNote: AddNote): string | null {
  const time = parseDate(text.trim());
  if (time !== null && time >= MIN_TIME && time <= Date.now() + MAX_AHEAD_MS) return new Date(time).toISOString();
  addNote(NOTES.dates);
  return null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Matches `2020-04-23`, `2020-04-23T08:57:24.61Z`, `2020-04-23 08:57:24.614217+00:00`, or slashes instead of hyphens. */
const ISO_DATE =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/;
/** Matches `25-May-2012 00:09:48`, the form of LabelMe. */
const LABELME_DATE = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4})(?: (\d{2}):(\d{2}):(\d{2}))?$/;

/** Returns the time of a date in milliseconds, or null if it is invalid. Dates without a time zone are UTC. */
function parseDate(text: string): number | null {
  const isoMatch = ISO_DATE.exec(text);
  if (isoMatch) {
    const [, year, month, day, hour, minute, second, fraction = '', zone] = isoMatch;
    const time = toTime([year, month, day, hour, minute, second]);
    return time === null ? null : time + Math.floor(Number(`0.${fraction}`) * 1000) - toOffsetMs(zone);
  }
  const [, day, month = '', year, hour, minute, second] = LABELME_DATE.exec(text) ?? [];
  return day === undefined ? null : toTime([year, MONTHS.indexOf(month) + 1, day, hour, minute, second]);
}

/** Returns null for a date that the calendar does not have, such as 31 February. */
function toTime(keyValues: readonly (string | number | undefined)[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = keyValues.map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isExistingDate = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isExistingDate && hour < 24 && minute < 60 && second < 61 ? date.getTime() : null;
}

function toOffsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
