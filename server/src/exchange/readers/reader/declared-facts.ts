import type { DeclaredAction, DeclaredFact } from '@console/shared-contract/api';

/** What one file declares about the origin of an image, shape or group. */
export interface DeclaredFacts {
  /** Path of the file. */
  file: string;
  facts: DeclaredFact[];
}

/** A name, an id, or an object that contains a name or an id. */
type Declarer = string | number | object | null | undefined;

interface FactFields {
  by?: Declarer;
  at?: string | null;
  source?: string;
  context?: string;
  seconds?: number | null;
  /** Whether a verification states that the image has nothing to annotate. */
  statesEmpty?: boolean | undefined;
}

const DECLARER_NAME_FIELDS = ['email', 'username', 'name', 'id'];

/** Creates a fact from fields of a file. Returns no fact if the fields are empty, unless the action alone is informative. */
export function declareFact(
  action: DeclaredAction,
  { by: userName, at, source, context, seconds, statesEmpty }: FactFields,
): DeclaredFact[] {
  const [name, date] = [toDeclarerName(userName), at?.trim() || null];
  const isInformative = name !== null || date !== null || source !== undefined || action === 'verified';
  if (!isInformative) return [];
  return [
    {
      action,
      by: name,
      at: date,
      ...(source !== undefined && { source }),
      ...(context !== undefined && { context }),
      ...(seconds != null && Number.isFinite(seconds) && { seconds }),
      ...(statesEmpty === true && { nothing_to_annotate: true }),
    },
  ];
}

/** The source of most shapes. It is stored as a fact of their image, because a fact of each shape would slow down the import by a fifth. */
const DEFAULT_SOURCE = 'manual';

/** Declares how one shape was drawn, unless it has the default source. */
export const declareSource = (source: string | undefined): DeclaredFact[] =>
  source === DEFAULT_SOURCE ? [] : declareFact('annotated', { source });

/** Creates a fact for an image if shapes with the default source are among its shapes. */
export const declareDefaultSource = (sources: readonly (string | undefined)[]): DeclaredFact[] =>
  sources.includes(DEFAULT_SOURCE) ? declareFact('annotated', { source: DEFAULT_SOURCE }) : [];

/** Returns the field `declared` of an image, shape or group. Empty without facts. */
export const toDeclared = (file: { path: string }, ...facts: DeclaredFact[][]): { declared?: DeclaredFacts } => {
  const allFacts = facts.flat();
  return allFacts.length > 0 ? { declared: { file: file.path, facts: allFacts } } : {};
};

/** Returns the name of a user of the other tool, or `ID` and the number if the file has only that. */
function toDeclarerName(declarer: Declarer): string | null {
  if (typeof declarer === 'string') return declarer.trim() || null;
  if (typeof declarer === 'number') return `ID ${declarer}`;
  if (typeof declarer !== 'object' || declarer === null) return null;
  for (const field of DECLARER_NAME_FIELDS) {
    const fieldValue: unknown = field in declarer ? declarer[field as keyof typeof declarer] : null;
    const name = typeof fieldValue === 'string' || typeof fieldValue === 'number' ? toDeclarerName(fieldValue) : null;
    if (name !== null) return name;
  }
  return null;
}
