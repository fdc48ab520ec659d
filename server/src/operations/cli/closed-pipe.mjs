/**
 * Keeps the process running when the reader of its output exits, as in `npm run admin -- list | head -1`. By default, Node
 * throws EPIPE, which would interrupt a release or leave a started database running.
 */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
