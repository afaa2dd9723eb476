// What the build of the page tells its service worker.
export interface Build {
  version: string; // a hash of all files
  files: [path: string, integrity: string][]; // stored at once
  later: string[]; // stored when they are first asked for
}

export const ANSWER = 'lanterne-version';
