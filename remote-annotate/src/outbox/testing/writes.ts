import type { Suspect, Verification } from '@console/shared-contract/api';
import type {
  FlagWrite,
  GroupMembershipWrite,
  LabelWrite,
  MarkDoneWrite,
  MetaDataWrite,
  SuspectWrite,
  VerificationWrite,
} from '../entries/write';
import { IMAGE, OWNER } from './test-browser';

/** Creates a write that adds a label to the image or one of its objects, or removes the label. */
export function createLabelWrite(id: string, isOn: boolean, object?: LabelWrite['object']): LabelWrite {
  const attachedLabel = { value: null };
  const label = { id, name: id, type: 'plain' } as const;
  return { kind: 'label', image: IMAGE, object, label, before: isOn ? null : attachedLabel, after: isOn ? attachedLabel : null };
}

export function createValueWrite(id: string, before: number | null, after: number | null): LabelWrite {
  const toAttachedLabel = (value: number | null) => (value === null ? null : { value });
  return {
    kind: 'label',
    image: IMAGE,
    label: { id, name: id, type: 'value' },
    before: toAttachedLabel(before),
    after: toAttachedLabel(after),
  };
}

export function createFlagWrite(after: boolean, flag: FlagWrite['flag'] = 'test'): FlagWrite {
  return { kind: 'flag', image: IMAGE, flag, before: !after, after };
}

export function createMetaWrite(before: unknown, after: unknown, version?: number): MetaDataWrite {
  return { kind: 'meta-data', image: IMAGE, before, after, version };
}

export function createVerification(id: string, user = OWNER.userId): Verification {
  return { id, user: { id: user, username: user }, image: IMAGE, created: '2026-01-01T00:00:00.000Z' };
}

export function createVerifyWrite(id: string, image = IMAGE): VerificationWrite {
  return { kind: 'verification', image, before: null, after: createVerification(id) };
}

export function createUnverifyWrite(id: string): VerificationWrite {
  return { kind: 'verification', image: IMAGE, before: createVerification(id), after: null };
}

export function createDoneWrite(item = IMAGE): MarkDoneWrite {
  return { kind: 'mark-done', of: 'image', job: { id: 'j1', name: 'Shelves' }, item, before: false, after: true };
}

/** Creates a write that adds an object to a group or removes it. */
export function createGroupWrite(object: string, after: boolean): GroupMembershipWrite {
  return { kind: 'group-membership', image: IMAGE, object, group: { id: 'g1', name: 'Mugs' }, before: !after, after };
}

export function createSuspectRow(id: string, fields: Partial<Suspect> = {}): Suspect {
  return {
    id,
    workspace: OWNER.workspaceId,
    run: 'run',
    domain: 'detection',
    task: 'task',
    image: IMAGE,
    kind: 'missing',
    shape: null,
    label: null,
    said: { label: { id: 'rbc', name: 'RBC', color: null }, prob: 0.93, bound_box: [100, 100, 200, 200] },
    sureness: 0.93,
    state: 'open',
    decided: null,
    decided_by: null,
    ...fields,
  };
}

/** Creates a write for the user's decision about a suspected label error. */
export function createSuspectWrite(
  after: 'accepted' | 'dismissed',
  shape?: string,
  suspect = createSuspectRow('suspect-1'),
): SuspectWrite {
  return { kind: 'suspect', image: IMAGE, suspect, shape, before: 'open', after };
}
