/** Types of the module that `tools/webpack/one-bundle.ts` generates. */
declare module '@one-bundle/remotes' {
  import type { Manifest } from '@console/shared-contract/federation';

  export const remotes: readonly { manifest: Manifest; modules: Record<string, () => Promise<Record<string, unknown>>> }[];
}
