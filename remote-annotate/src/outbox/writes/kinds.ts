import type { CallEntry, StoredCall } from '../entries/types';
import { isRecord } from '../entries/is-record';
import { flag } from './flag';
import { groupMembership } from './group-membership';
import { groupVerification } from './group-verification';
import { jobMembership } from './job-membership';
import { label } from './label';
import { markDone } from './mark-done';
import { metaData } from './meta-data';
import { suspect } from './suspect';
import { verification } from './verification';
import type { Write, WriteKindName } from '../entries/write';
import type { WriteKind } from './write-kind';

/** The definitions of all kinds of writes. See `WriteKind` for the meaning of their fields. */
const kinds: { readonly [K in WriteKindName]: WriteKind<Extract<Write, { kind: K }>> } = {
  label,
  flag,
  'meta-data': metaData,
  verification,
  'group-verification': groupVerification,
  'group-membership': groupMembership,
  'job-membership': jobMembership,
  'mark-done': markDone,
  suspect,
};

/** Returns the definition of the write's kind. Undefined if a later release has stored a write of an unknown kind. */
export function getWriteKind<W extends Write>({ kind }: W): WriteKind<W> {
  return kinds[kind] as unknown as WriteKind<W>;
}

/** Whether a stored value is a write of a kind that this release knows. */
export function isKnownWrite(write: unknown): write is Write {
  return isRecord(write) && typeof write.kind === 'string' && Object.hasOwn(kinds, write.kind);
}

/** Returns the write of an entry. Null for an unknown kind. In this case, the stored call is sent unchanged. */
export function getWrite(entry: CallEntry): Write | null {
  if (entry.write) return getWriteKind(entry.write) ? entry.write : null;
  for (const kind of Object.values(kinds)) {
    const write = kind.fromCall?.(entry.call, entry);
    if (write) return write;
  }
  return null;
}

/** Returns the stored form of a write, with the call that an earlier release would send. */
export function toStoredWrite(write: Write): Pick<CallEntry, 'write' | 'call' | 'title' | 'shapeId'> {
  const { buildCall: call, earlierReleaseCall, refusalMessage, dependsOn } = getWriteKind(write);
  return { write, call: (earlierReleaseCall ?? call)(write), title: refusalMessage(write), shapeId: dependsOn?.(write) ?? null };
}

/** Returns the request of an entry. */
export function getCall(entry: CallEntry): StoredCall {
  return entry.write && getWriteKind(entry.write) ? getWriteKind(entry.write).buildCall(entry.write) : entry.call;
}

/** Returns the target of an entry, such as a label of an image. Writes to the same target keep their order. */
export function getWriteTarget(entry: CallEntry): string | null {
  const write = getWrite(entry);
  return write && getWriteKind(write).target(write);
}

/** Whether an entry confirms all earlier changes of its image, such as a verification. */
export function isConfirmation(entry: CallEntry): boolean {
  const write = getWrite(entry);
  return write !== null && (getWriteKind(write).isConfirmation?.(write) ?? false);
}
