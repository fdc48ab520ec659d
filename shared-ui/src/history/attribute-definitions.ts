/** Describes the attributes that a label declares: `ripe (checkbox), side (choice: front, back)`. */
export function describeDefinitions(definitions: readonly unknown[]): string {
  return definitions.flatMap((definition) => describeDefinition(definition) ?? []).join(', ');
}

function describeDefinition(definition: unknown): string | null {
  if (typeof definition !== 'object' || definition === null) return null;
  const { name, type, choices, ...restrictions } = definition as Record<string, unknown>;
  const values = Array.isArray(choices) ? [choices.join(', ')] : [];
  const details = [...values, ...Object.entries(restrictions).map(([key, value]) => `${key} ${String(value)}`)];
  return `${String(name)} (${String(type)}${details.length > 0 ? `: ${details.join(', ')}` : ''})`;
}
