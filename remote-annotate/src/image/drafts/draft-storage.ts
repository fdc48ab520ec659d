import { isRecord } from '../../outbox';
import { readStoredJson } from '../preferences/stored-json';
import type { Draft } from './drafts';

const PREFIX = 'annotate.drafts.';
/** Older drafts are ignored and deleted, because users rarely continue them after two weeks. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;
const MAX_IMAGES = 100;

/** The user, workspace and image that drafts belong to. */
export interface DraftScope {
  readonly user: string;
  readonly workspace: string;
  readonly image: string;
}

/** An unfinished polygon. */
export interface StoredPolygon {
  readonly id: string;
  /** Time of the last vertex, in milliseconds since the epoch. */
  readonly at: number;
  /** Flat list of x and y coordinates, in image pixels. */
  readonly vertices: readonly number[];
}

interface StoredMeta {
  /** Id of the image, or id of a shape in the editor's document. */
  readonly of: string;
  readonly at: number;
  readonly draft: Draft;
}

/** The drafts of an image in localStorage. Do not rename or remove fields, because other releases read the same data. */
interface StoredDrafts {
  readonly polygons: readonly StoredPolygon[];
  readonly meta: readonly StoredMeta[];
}

const getStorageKey = ({ user, workspace, image }: DraftScope) => `${PREFIX}${user}.${workspace}.${image}`;

/** Returns the stored drafts of an image, without expired drafts. */
export function readDrafts(scope: DraftScope): StoredDrafts {
  const { polygons, meta } = parseStoredDrafts(getStorageKey(scope));
  const oldestAllowedTime = Date.now() - MAX_AGE_MS;
  return {
    polygons: polygons.filter(({ at }) => at >= oldestAllowedTime),
    meta: meta.filter(({ at }) => at >= oldestAllowedTime),
  };
}

/** Stores changed drafts at once, so that a crash of the tab does not lose them. */
export function saveDrafts(scope: DraftScope, changes: Partial<StoredDrafts>): void {
  const drafts = { ...readDrafts(scope), ...changes };
  if (drafts.polygons.length === 0 && drafts.meta.length === 0) return deleteDrafts(scope);
  try {
    localStorage.setItem(getStorageKey(scope), JSON.stringify(drafts));
  } catch {
    // If the storage is full, the drafts exist only in memory. The user is warned before a reload.
  }
  deleteExpiredDrafts(getStorageKey(scope));
}

/** Deletes the stored drafts of an image. */
export function deleteDrafts(scope: DraftScope): void {
  localStorage.removeItem(getStorageKey(scope));
}

function deleteExpiredDrafts(currentKey: string): void {
  const otherDrafts = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX) && key !== currentKey)
    .map((key) => ({ key, at: getLastChange(parseStoredDrafts(key)) }))
    .sort((a, b) => b.at - a.at);
  const oldestAllowedTime = Date.now() - MAX_AGE_MS;
  for (const [index, { key, at }] of otherDrafts.entries())
    if (index >= MAX_IMAGES - 1 || at < oldestAllowedTime) localStorage.removeItem(key);
}

const getLastChange = ({ polygons, meta }: StoredDrafts) => Math.max(0, ...[...polygons, ...meta].map(({ at }) => at));

function parseStoredDrafts(key: string): StoredDrafts {
  const value = readStoredJson(localStorage, key);
  if (!isRecord(value)) return { polygons: [], meta: [] };
  return { polygons: parseList(value.polygons, isStoredPolygon), meta: parseList(value.meta, isStoredMeta) };
}

function parseList<T>(value: unknown, isItem: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(isItem) : [];
}

function isStoredPolygon(value: unknown): value is StoredPolygon {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.at === 'number' &&
    Array.isArray(value.vertices) &&
    value.vertices.length >= 2 &&
    value.vertices.length % 2 === 0 &&
    value.vertices.every((number) => Number.isFinite(number))
  );
}

function isStoredMeta(value: unknown): value is StoredMeta {
  return isRecord(value) && typeof value.of === 'string' && typeof value.at === 'number' && isRecord(value.draft);
}
