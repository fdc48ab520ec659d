/**
 * Lets a program go on when whoever reads its output stops (`npm run admin -- list | head -1`). Unheeded, Node ends it
 * with a stack trace; ending it quietly would cut off a release, or leave behind the database it has started.
 */
export function goOnWithoutReader() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
