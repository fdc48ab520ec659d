/** Verifies the image. `statesEmpty`: the verification states that there is nothing to annotate. */
export type Verify = (statesEmpty: boolean) => void;
/** Calls `verify` at once, or after the user has decided on violations of rules. */
export type VerificationGate = (verify: Verify, options: VerificationRequest) => void;

export interface VerificationRequest {
  /** Whether leaving the image while its shapes or rules are loading verifies it. The server then checks the rules. */
  verifiesOnLeave: boolean;
}

/** The gate of the image on the screen. The buttons of a job are outside of the image screen, so they cannot share a context. */
let currentGate: VerificationGate | null = null;

/** Checks each verification until the returned function is called. */
export function registerGate(gate: VerificationGate): () => void {
  currentGate = gate;
  return () => {
    if (currentGate === gate) currentGate = null;
  };
}

/** Verifies the image on the screen if it violates no rules, or if the user decides so. */
export function requestVerification(verify: Verify, options: VerificationRequest = { verifiesOnLeave: false }): void {
  if (currentGate) currentGate(verify, options);
  else verify(false);
}
