/** Leaves a file to the browser, which writes it to the disk as it comes: it may be larger than the memory of a tab. */
export function saveFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
