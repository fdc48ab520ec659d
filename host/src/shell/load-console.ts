/** The console behind the sign-in, in a chunk of its own: a sign-in page does not pay for tables and menus. */
export async function loadConsole() {
  const { Console } = await import('./console');
  return { default: Console };
}
