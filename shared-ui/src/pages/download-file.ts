/**
 * Downloads a file with the browser, which streams it to disk: the file may be larger than the memory of a tab.
 * @param name file name without extension. Default: the name from the server or the URL.
 */
export function downloadFile(url: string, name?: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name === undefined ? '' : name + (/\.\w+$/.exec(new URL(url, location.href).pathname)?.[0] ?? '');
  document.body.append(link);
  link.click();
  link.remove();
}
