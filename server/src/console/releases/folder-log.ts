import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from '@console/shared-contract/federation';
import type { AuditEntry } from './release-store';

export const auditFile = (buildDir: string): string => path.join(buildDir, 'registry-audit.jsonl');
/** Path of the pending log entry. It is written before the registry, so that an interrupted move is still logged later. */
const begunFile = (buildDir: string): string => path.join(buildDir, '.registry-move.json');

/** Writes the pending entry. Call it under the lock, before the registry is replaced. */
export function beginEntry(buildDir: string, entry: AuditEntry): void {
  const file = begunFile(buildDir);
  writeFileSync(`${file}.tmp`, JSON.stringify(entry));
  renameSync(`${file}.tmp`, file);
}

export const hasBegunEntry = (buildDir: string): boolean => existsSync(begunFile(buildDir));

/** Moves the pending entry to the log if the registry shows that its move was made, else drops it. Call it under the lock. */
export function enterBegun(buildDir: string, registry: Registry | undefined): void {
  if (!hasBegunEntry(buildDir)) return;
  const line = readFileSync(begunFile(buildDir), 'utf8');
  const { at, revision } = JSON.parse(line) as AuditEntry;
  const last = dropTornLine(auditFile(buildDir));
  const isMade = registry?.revision === revision && registry.generatedAt === at;
  if (isMade && last !== line) appendFileSync(auditFile(buildDir), `${line}\n`);
  rmSync(begunFile(buildDir));
}

/** Reads the last moves, newest first. */
export function lastEntries(buildDir: string, count: number): AuditEntry[] {
  const file = auditFile(buildDir);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1).slice(-count).reverse();
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}

/** Removes a line that a killed process wrote only partly. Returns the last complete line. */
function dropTornLine(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  return whole.split('\n').at(-2);
}
