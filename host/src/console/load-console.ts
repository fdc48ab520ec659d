/** Loads the console for signed-in users. It is a separate chunk, so that the sign-in page does not load tables and menus. */
export async function loadConsole() {
  const { Console } = await import('./console');
  return { default: Console };
}
