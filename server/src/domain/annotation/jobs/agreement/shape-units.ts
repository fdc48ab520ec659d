/** The comparison of the shapes of two users on one item. */
export interface ComparedShapes {
  first_id: string;
  second_id: string;
  /** Positions of the shapes that match regardless of their labels. */
  shape_matches: readonly (readonly [first: number, second: number])[];
}

interface ShapeUnit {
  labelByUser: Map<string, string>;
  /** Keys of the shapes, at most one of each user. */
  shapes: string[];
}

/**
 * Joins the matches of all pairs of users of an item to units: objects with the label of each user who has drawn them. A match that
 * would give a unit two shapes of the same user is left out.
 * @param labelsByUser the labels of each user's shapes, by the position of the shape
 * @returns the labels of each unit
 */
export function joinShapeUnits(
  comparisons: readonly ComparedShapes[],
  labelsByUser: ReadonlyMap<string, readonly (string | null)[]>,
): string[][] {
  const unitByShape = new Map<string, ShapeUnit>();
  const getUnit = (userId: string, position: number): ShapeUnit | null => {
    const label = labelsByUser.get(userId)?.[position];
    if (!label) return null;
    const key = `${userId} ${position}`;
    const unit = unitByShape.get(key) ?? { labelByUser: new Map([[userId, label]]), shapes: [key] };
    unitByShape.set(key, unit);
    return unit;
  };
  const mergeUnits = (unit: ShapeUnit, addedUnit: ShapeUnit) => {
    for (const [user, label] of addedUnit.labelByUser) unit.labelByUser.set(user, label);
    unit.shapes.push(...addedUnit.shapes);
    for (const shape of addedUnit.shapes) unitByShape.set(shape, unit);
  };
  for (const { first_id, second_id, shape_matches } of comparisons) {
    for (const [firstPosition, secondPosition] of shape_matches) {
      const [firstUnit, secondUnit] = [getUnit(first_id, firstPosition), getUnit(second_id, secondPosition)];
      if (
        !firstUnit ||
        !secondUnit ||
        firstUnit === secondUnit ||
        [...secondUnit.labelByUser.keys()].some((user) => firstUnit.labelByUser.has(user))
      )
        continue;
      mergeUnits(firstUnit, secondUnit);
    }
  }
  return [...new Set(unitByShape.values())]
    .map(({ labelByUser }) => [...labelByUser.values()].sort())
    .filter((labels) => labels.length > 1);
}
