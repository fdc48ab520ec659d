// Sub-paths of shared packages that remotes may use and the host itself does not: the federation plugin offers a module
// only where some code of this build asks for it. An entry of the build that no document loads.
void import('jotai/utils');
