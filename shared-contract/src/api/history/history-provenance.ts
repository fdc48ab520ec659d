import { z } from 'zod';
import { SHAPE_TABLES } from '../../shape-kinds';
import { defineCalls } from '../base/core';
import { DeclaredFact } from '../exchange/declared-facts';
import { ChangedKind, ChangeOrigin } from './history';
import { Id, Timestamp, WorkspaceQuery } from '../base/primitives';

/** The user who verified or imported. The name is null for a former member. */
const ProvenanceUser = z.object({ id: Id, username: z.string().nullable() });
const ImportReference = z.object({ id: Id, name: z.string() });

/** A valid verification of an image or group, with its origin. */
export const VerificationRecord = z.object({
  user: ProvenanceUser,
  created: Timestamp,
  /** Null if the change log no longer contains the verification. */
  origin: ChangeOrigin.nullable(),
  /** The API operation, or the kind of background work. */
  action: z.string().nullable(),
  /** The import in which the user accepted a verification that a file declares. Null for other verifications. */
  import: ImportReference.nullable(),
  /** The model whose predictions the user accepted without a review. Null for a verification by the user. */
  model: Id.nullable().optional(),
});
export type VerificationRecord = z.output<typeof VerificationRecord>;

/** Facts that an imported file declares about one or more rows. */
export const DeclaredProvenance = z.object({
  kind: ChangedKind.extract(['training_image', 'similarity_group', ...SHAPE_TABLES]),
  /** Number of rows. */
  count: z.number().int(),
  facts: z.array(DeclaredFact),
  /** Path of the file that declares the facts. */
  file: z.string(),
  imported: Timestamp,
  /** The user who imported the file. Null if the operator did. */
  user: ProvenanceUser.nullable(),
  /** Null if the import was removed from the list. */
  import: ImportReference.nullable(),
});
export type DeclaredProvenance = z.output<typeof DeclaredProvenance>;

export const provenanceCalls = defineCalls({
  'GET /history/v2/provenance/': {
    coversWorkspace: true,
    summary: 'Who verified an image or group, and what imported files declare about it and its shapes',
    query: z.object({ ...WorkspaceQuery, subject: Id }),
    response: z.object({
      verifications: z.array(VerificationRecord),
      /** The newest imports first, at most 200 entries. */
      declared: z.array(DeclaredProvenance),
      /** Number of entries, including those beyond 200. */
      declared_count: z.number().int(),
    }),
  },
});
