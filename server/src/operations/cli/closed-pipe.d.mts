/** Keeps the process running when the reader of its output exits. */
export function ignoreClosedOutput(): void;
