/** The sentences of the flow calls that a caller reads. */
export const messages = {
  tooManyWays: (most: number) => `has more than ${most.toLocaleString('en')} ways between its actions`,
  twice: (id: string) => `has the action ${id} twice`,
  unknownAction: (id: string) => `names the action ${id}, which is not in it`,
  circle: (id: string) => `leads from the action ${id} back to itself`,
  unknownRow: (id: string) => `names ${id}, which is not in this workspace`,
  noModel: 'There is no trained model for the tasks of this flow.',
} as const;
