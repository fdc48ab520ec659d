/**
 * Leaves a file to the browser, which writes it to the disk as it comes: it may be larger than the memory of a tab.
 * `name`: what it is called there, without its ending; else as the server says, or as its address does.
 */
export function downloadFile(address: string, name?: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name === undefined ? '' : name + (/\.\w+$/.exec(new URL(address, location.href).pathname)?.[0] ?? '');
  document.body.append(link);
  link.click();
  link.remove();
}
