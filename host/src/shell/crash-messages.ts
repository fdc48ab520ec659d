/** Interface text of the page that replaces a crashed console. */
export const crashMessages = {
  title: 'The console stopped working',
  text: 'Your saved work is not lost. Reload the page to continue.',
  reload: 'Reload',
};
