import { createHash } from 'node:crypto';
import type { CanaryChoice } from '@console/shared-contract/federation';

/** Whom the registry is asked for. */
export interface Audience {
  userId: string;
  workspaceId?: string;
}

/**
 * A number from 0 to 99 that stays with a person for one canary: a growing share only adds people, and the next canary
 * meets others.
 */
export function seatOf(userId: string, remote: string, version: string): number {
  return createHash('sha256').update(`${remote}\0${version}\0${userId}`).digest().readUInt32BE(0) % 100;
}

/** Whether that person, in that workspace, is offered a canary. */
export function canaryFor({ userId, workspaceId }: Audience): CanaryChoice {
  return (remote, canary) =>
    (workspaceId !== undefined && canary.workspaces.includes(workspaceId)) ||
    seatOf(userId, remote, canary.version) < canary.share;
}
