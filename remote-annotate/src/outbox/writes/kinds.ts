import type { CallEntry, StoredCall } from '../entries/types';
import { isRecord } from '../entries/is-record';
import { flagWrite } from './flag-write';
import { groupMembershipWrite } from './group-membership-write';
import { groupVerificationWrite } from './group-verification-write';
import { jobMembershipWrite } from './job-membership-write';
import { labelWrite } from './label-write';
import { markDoneWrite } from './mark-done-write';
import { metaDataWrite } from './meta-data-write';
import { suspectWrite } from './suspect-write';
import { verificationWrite } from './verification-write';
import type { Write, WriteKindName } from '../entries/write';
import type { WriteKind } from './write-kind';

/** The definitions of all kinds of writes. See `WriteKind` for the meaning of their fields. */
const writeKinds: { readonly [K in WriteKindName]: WriteKind<Extract<Write, { kind: K }>> } = {
  label: labelWrite,
  flag: flagWrite,
  'meta-data': metaDataWrite,
  verification: verificationWrite,
  'group-verification': groupVerificationWrite,
  'group-membership': groupMembershipWrite,
  'job-membership': jobMembershipWrite,
  'mark-done': markDoneWrite,
  suspect: suspectWrite,
};

/** Returns the definition of the write's kind. Undefined if a later release has stored a write of an unknown kind. */
export function getWriteKind<W extends Write>({ kind }: W): WriteKind<W> {
  return writeKinds[kind] as unknown as WriteKind<W>;
}

/** Whether a stored value is a write of a kind that this release knows. */
export function isKnownWrite(write: unknown): write is Write {
  return isRecord(write) && typeof write.kind === 'string' && Object.hasOwn(writeKinds, write.kind);
}

/** Returns the write of an entry. Null for an unknown kind. In this case, the stored call is sent unchanged. */
export function getWrite(entry: CallEntry): Write | null {
  if (entry.write) return getWriteKind(entry.write) ? entry.write : null;
  for (const kind of Object.values(writeKinds)) {
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
