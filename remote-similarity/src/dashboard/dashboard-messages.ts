/** Interface text of the dashboard card. */
export const dashboardMessages = { similarity: 'Similarity', groups: 'Groups', types: 'Types', tasks: 'Tasks', open: 'Open' };
