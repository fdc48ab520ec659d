import type { AttachedLabel, Suspect, SuspectState, Verification } from '@console/shared-contract/api';

/** What the registry (`kinds.ts`) knows. `before` is what was on the screen, `after` what the person made of it. */
interface Change<Kind extends string, State> {
  readonly kind: Kind;
  readonly before: State;
  readonly after: State;
}

/** A recognition label as its row carries it. */
export interface Carried {
  /** Null for a label without values. */
  readonly value: number | null;
}

/** A recognition label on an image, or on an object of it; null: not on it. */
export interface LabelWrite extends Change<'label', Carried | null> {
  readonly image: string;
  /** The object by its document id, and what it is called on the screen. */
  readonly object?: { readonly id: string; readonly name: string };
  readonly label: { readonly id: string; readonly name: string; readonly type: AttachedLabel['type'] };
}

export type ImageFlag = 'real' | 'test';

export interface FlagWrite extends Change<'flag', boolean> {
  readonly image: string;
  readonly flag: ImageFlag;
}

export interface MetaDataWrite extends Change<'meta-data', unknown> {
  readonly image: string;
  /** Of the image that the person saw; absent where the server has none, or where theirs is to be overwritten. */
  readonly version?: number;
}

/**
 * One person's verification of an image; null: they have not verified it. One made here has an id made here until the
 * server's answer.
 */
export interface VerificationWrite extends Change<'verification', Verification | null> {
  readonly image: string;
}

/** One person's verification of a similarity group. */
export interface GroupVerificationWrite extends Change<'group-verification', boolean> {
  readonly group: string;
  /** The person's id. */
  readonly user: string;
}

export interface NamedJob {
  readonly id: string;
  readonly name: string;
}

/** Whether an image is an item of a job. */
export interface JobMembershipWrite extends Change<'job-membership', boolean> {
  readonly image: string;
  readonly job: NamedJob;
}

/** Whether an image, or an object of it, is in a similarity group. */
export interface GroupMembershipWrite extends Change<'group-membership', boolean> {
  readonly image: string;
  /** The object by its document id; absent: the image itself. */
  readonly object?: string;
  readonly group: { readonly id: string; readonly name: string };
}

/** An item of a job, an image or a group, is done. */
export interface MarkDoneWrite extends Change<'mark-done', boolean> {
  readonly of: 'image' | 'similarity';
  readonly job: NamedJob;
  readonly item: string;
}

/** What a person decided on an annotation that a model disagrees with. The change itself is writes of its own. */
export interface SuspectWrite extends Change<'suspect', SuspectState> {
  readonly image: string;
  readonly suspect: Suspect;
  /** The shape that was made or changed, by its document id: the decision waits for it, and goes where it is given up. */
  readonly shape?: string;
}

/** Any write but those of shapes, as names and values that can be stored. */
export type Write =
  | LabelWrite
  | FlagWrite
  | MetaDataWrite
  | VerificationWrite
  | GroupVerificationWrite
  | GroupMembershipWrite
  | JobMembershipWrite
  | SuspectWrite
  | MarkDoneWrite;
export type WriteKindName = Write['kind'];
