/** Thrown for what a person can mend; its message is read by one. */
export class Refusal extends Error {}
