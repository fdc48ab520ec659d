/** Error messages of the labelling flow routes for API clients. */
export const messages = {
  tooManyEdges: (max: number) => `has more than ${max.toLocaleString('en')} paths between its actions`,
  duplicateAction: (id: string) => `has the action ${id} twice`,
  unknownAction: (id: string) => `refers to the action ${id}, which does not exist`,
  cycle: (id: string) => `leads from the action ${id} back to itself`,
  unknownRow: (id: string) => `refers to ${id}, which is not in this workspace`,
  noTrainedModel: 'There is no trained model for the tasks of this flow.',
} as const;
