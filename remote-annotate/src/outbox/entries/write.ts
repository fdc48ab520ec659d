import type { AttachedLabel, Suspect, SuspectState, Verification } from '@console/shared-contract/api';

/** A change by the user. `before` is the state that the screen showed, `after` is the new state. */
interface Change<Kind extends string, State> {
  readonly kind: Kind;
  readonly before: State;
  readonly after: State;
}

/** The value of a recognition label on an image or object. */
interface AttachedValue {
  /** Null for a label without values. */
  readonly value: number | null;
  /** Present if the user accepted the label or value from a model. */
  readonly source?: 'prediction';
}

/** Adds, changes or removes a recognition label of an image or object. The state is null if the label is not set. */
export interface LabelWrite extends Change<'label', AttachedValue | null> {
  readonly image: string;
  /** The id of the object in the document and its name on the screen. Missing for a label of the image. */
  readonly object?: { readonly id: string; readonly name: string };
  readonly label: { readonly id: string; readonly name: string; readonly type: AttachedLabel['type'] };
}

type ImageFlag = 'real' | 'test';

export interface FlagWrite extends Change<'flag', boolean> {
  readonly image: string;
  readonly flag: ImageFlag;
}

export interface MetaDataWrite extends Change<'meta-data', unknown> {
  readonly image: string;
  /** The version of the image that the user saw. Missing if the server has no versions, or to overwrite a newer state. */
  readonly version?: number;
}

/**
 * Adds or removes a user's verification of an image. The state is null if there is none. A new verification has a local id until the server
 * responds.
 */
export interface VerificationWrite extends Change<'verification', Verification | null> {
  readonly image: string;
}

/** Adds or removes a user's verification of a similarity group. */
export interface GroupVerificationWrite extends Change<'group-verification', boolean> {
  readonly group: string;
  readonly user: string;
}

interface JobReference {
  readonly id: string;
  readonly name: string;
}

/** Adds an image to a job, or removes it. */
export interface JobMembershipWrite extends Change<'job-membership', boolean> {
  readonly image: string;
  readonly job: JobReference;
}

/** Adds an image or one of its objects to a similarity group, or removes it. */
export interface GroupMembershipWrite extends Change<'group-membership', boolean> {
  readonly image: string;
  /** The id of the object in the document. Missing for the image itself. */
  readonly object?: string;
  readonly group: { readonly id: string; readonly name: string };
}

/** Marks an item of a job (an image or a group) as done, or removes the mark. */
export interface MarkDoneWrite extends Change<'mark-done', boolean> {
  readonly of: 'image' | 'similarity';
  readonly job: JobReference;
  readonly item: string;
  /** The id under which the outbox stores unsent changes of the item. Missing if it is the id of the item. */
  readonly work?: string;
  /** Present if the user also verifies the image, in a job in which users work independently. */
  readonly verification?: { readonly statesEmpty: boolean };
}

/** Stores the user's decision about a suspected label error. Other writes contain the correction itself. */
export interface SuspectWrite extends Change<'suspect', SuspectState> {
  readonly image: string;
  readonly suspect: Suspect;
  /** The id of the corrected shape in the document. The decision is sent after the shape, and discarded together with it. */
  readonly shape?: string;
}

/** Any write except a change of a shape, as plain JSON data that can be stored. */
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
