import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from '@console/shared-contract/federation';
import type { MoveLogEntry } from '../release/release-store';

export const getAuditFile = (buildDir: string): string => path.join(buildDir, 'registry-audit.jsonl');
/**
 * Path of the pending log entry. It is written before the registry, so that an interrupted move (a change of a live version) is still
 * logged later.
 */
const getPendingFile = (buildDir: string): string => path.join(buildDir, '.registry-move.json');

/** Writes the pending entry. Call it under the lock, before the registry is replaced. */
export function writePendingEntry(buildDir: string, entry: MoveLogEntry): void {
  const file = getPendingFile(buildDir);
  writeFileSync(`${file}.tmp`, JSON.stringify(entry));
  renameSync(`${file}.tmp`, file);
}

export const hasPendingEntry = (buildDir: string): boolean => existsSync(getPendingFile(buildDir));

/** Moves the pending entry to the log if the registry shows that the move was made; otherwise deletes the entry. Call it under the lock. */
export function completePendingEntry(buildDir: string, registry: Registry | undefined): void {
  if (!hasPendingEntry(buildDir)) return;
  const line = readFileSync(getPendingFile(buildDir), 'utf8');
  const { at: movedAt, revision } = JSON.parse(line) as MoveLogEntry;
  const lastLine = removePartialLine(getAuditFile(buildDir));
  const isApplied = registry?.revision === revision && registry.generatedAt === movedAt;
  if (isApplied && lastLine !== line) appendFileSync(getAuditFile(buildDir), `${line}\n`);
  rmSync(getPendingFile(buildDir));
}

/** Reads the last moves, newest first. */
export function readLastEntries(buildDir: string, count: number): MoveLogEntry[] {
  const file = getAuditFile(buildDir);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1).slice(-count).reverse();
  return lines.map((line) => JSON.parse(line) as MoveLogEntry);
}

/** Removes a line that a killed process wrote only partly. Returns the last complete line. */
function removePartialLine(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1);
  if (completeLines.length < text.length) truncateSync(file, Buffer.byteLength(completeLines));
  return completeLines.split('\n').at(-2);
}
