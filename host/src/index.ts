// The shared packages are settled before any code that uses them runs, hence the import in the entry.
void import('./bootstrap');
