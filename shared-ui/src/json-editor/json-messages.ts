/** Interface text of the JSON editor. */
export const jsonMessages = {
  jsonEditor: 'The JSON editor',
  jsonMode: 'Editor mode',
  jsonInvalid: 'This is not valid JSON yet.',
  jsonNumber: (number: string) => `${number} would be rounded. Put the number in quotes to keep every digit.`,
  jsonPrototypeKey: 'The key __proto__ cannot be saved. Rename the key.',
  jsonNull: 'null cannot be saved. Use {} to remove all data.',
  jsonModes: { tree: 'Tree', text: 'Text', view: 'View' },
};
