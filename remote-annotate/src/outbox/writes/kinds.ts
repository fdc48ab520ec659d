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

/** Every kind of write: what it sends, what it waits for, and what it makes of the rows on the screen. */
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

/** The kind of a write. One stored by a later release may be of none that is known here. */
export function kindOf<W extends Write>({ kind }: W): WriteKind<W> {
  return kinds[kind] as unknown as WriteKind<W>;
}

/** Whether what was stored is a write that this release knows. */
export function isKnownWrite(write: unknown): write is Write {
  return isRecord(write) && typeof write.kind === 'string' && Object.hasOwn(kinds, write.kind);
}

/** What an entry writes; null where that is not known, so that its stored call alone counts. */
export function writeOf(entry: CallEntry): Write | null {
  if (entry.write) return kindOf(entry.write) ? entry.write : null;
  for (const kind of Object.values(kinds)) {
    const write = kind.fromCall(entry.call, entry);
    if (write) return write;
  }
  return null;
}

/** What of a write is stored: beside it, the call that the release before this one would send. */
export function storedWrite(write: Write): Pick<CallEntry, 'write' | 'call' | 'title' | 'shapeId'> {
  const { call, plainCall, refusal, needs } = kindOf(write);
  return { write, call: (plainCall ?? call)(write), title: refusal(write), shapeId: needs?.(write) ?? null };
}

/** The request of an entry. */
export function callOf(entry: CallEntry): StoredCall {
  return entry.write && kindOf(entry.write) ? kindOf(entry.write).call(entry.write) : entry.call;
}

/** What is written to; writes of one target keep their order. */
export function targetOfWrite(entry: CallEntry): string | null {
  const write = writeOf(entry);
  return write && kindOf(write).target(write);
}

/** Whether an entry vouches for the earlier work on its picture. */
export function isClosing(entry: CallEntry): boolean {
  const write = writeOf(entry);
  return write !== null && (kindOf(write).isClosing?.(write) ?? false);
}
