import type { z } from 'zod';

/** A condition for each filter. The mapped type makes the compiler reject a filter without a condition. */
type FilterConditions<Filters, Context, Condition> = {
  [Name in keyof Required<Filters>]: (value: NonNullable<Filters[Name]>, context: Context) => Condition | Condition[];
};

/** Converts parsed filters to conditions that all apply. Absent filters add none. */
type ToConditions<Filters, Context, Condition> = (filters: Filters, context: Context) => Condition[];

/**
 * Defines the condition of every filter in a schema of the contract. Throws at start if a filter has no condition: an
 * ignored filter would match every row, also in bulk deletions.
 */
export function defineFilters<Schema extends z.ZodObject>(schema: Schema) {
  return <Context, Condition>(
    conditions: FilterConditions<z.output<Schema>, Context, Condition>,
  ): ToConditions<z.output<Schema>, Context, Condition> => {
    const names = Object.keys(schema.shape) as (keyof z.output<Schema>)[];
    const missingFilters = names.filter((name) => typeof conditions[name] !== 'function');
    if (missingFilters.length > 0) throw new Error(`filters without a condition: ${missingFilters.join(', ')}`);
    return (filters, context) =>
      names.flatMap((name) => {
        const value = filters[name];
        return value === undefined || value === null || value === ''
          ? []
          : conditions[name](value as NonNullable<z.output<Schema>[typeof name]>, context);
      });
  };
}
