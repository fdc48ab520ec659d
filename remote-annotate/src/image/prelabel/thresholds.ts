import { isRecord } from '../../outbox/entries/is-record';
import { readStoredJson } from '../preferences/stored-json';

/** The minimum confidence in percent by label. */
export type Thresholds = Readonly<Record<string, number>>;

const getKey = (taskId: string) => `annotate.thresholds.${taskId}`;

/** The thresholds that the user has set for this task in this browser. They replace the thresholds that the model recommends. */
export function getRememberedThresholds(taskId: string): Thresholds {
  const storedThresholds = readStoredJson(localStorage, getKey(taskId));
  if (!isRecord(storedThresholds)) return {};
  return Object.fromEntries(
    Object.entries(storedThresholds).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

export const rememberThresholds = (taskId: string, thresholds: Thresholds): void =>
  localStorage.setItem(getKey(taskId), JSON.stringify(thresholds));
