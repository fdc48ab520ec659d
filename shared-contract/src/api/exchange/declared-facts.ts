import { z } from 'zod';

/** An action on an image, group or shape before the import. `captured` means that the photo was taken. */
export const DeclaredAction = z.enum(['captured', 'created', 'assigned', 'annotated', 'changed', 'verified', 'completed']);
export type DeclaredAction = z.output<typeof DeclaredAction>;

/**
 * What an imported file declares about the origin of a row. The server cannot verify the declaration, so it counts neither as a
 * verification nor as work of a user (ADR 0068).
 */
export const DeclaredFact = z.object({
  action: DeclaredAction,
  /** A name, an email or an id, as in the file. It need not be a user of the console. Null if the file has none. */
  by: z.string().nullable(),
  /** Date of the action. Null if the file has no valid date. */
  at: z.string().nullable(),
  /** How a shape was drawn, in the words of the file, for example `manual`, `auto` or `semi-auto`. */
  source: z.string().optional(),
  /** Probability of a predicted shape according to the model in `by`. */
  score: z.number().optional(),
  /** Name of the job, task or project in the file to which the fact belongs. */
  context: z.string().optional(),
  /** Working time in seconds. */
  seconds: z.number().optional(),
  /** The verification states that the image has nothing to annotate. Missing otherwise. */
  nothing_to_annotate: z.boolean().optional(),
});
export type DeclaredFact = z.output<typeof DeclaredFact>;

/** Maximum number of declared facts about one row in one file. */
export const MAX_DECLARED_FACTS = 20;
