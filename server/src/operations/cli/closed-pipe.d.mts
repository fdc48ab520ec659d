/** Lets a program go on when whoever reads its output stops. */
export function goOnWithoutReader(): void;
