// What is known about each notebook's work: which original it began from, and since when it has changes that were
// never downloaded. Kept in the browser beside the work itself.

const DAY = 24 * 60 * 60 * 1000;

/** The site's address: several sites of one host share the browser's storage. */
export const SITE = new URL("..", import.meta.url);

const KEY = `playfunc work ${SITE.pathname}`;

function all() {
  return JSON.parse(localStorage.getItem(KEY) ?? "{}");
}

/** {original, changed, downloaded}: a digest, and times in ms since 1970; what is not known is missing. */
export function workOn(path) {
  return all()[path] ?? {};
}

function remember(path, facts) {
  const known = all();
  known[path] = { ...known[path], ...facts };
  localStorage.setItem(KEY, JSON.stringify(known));
}

/** The work begins at this original, and there is nothing to lose. */
export function begun(path, original) {
  remember(path, { original, changed: undefined, downloaded: undefined });
}

export function saved(path, now = Date.now()) {
  remember(path, { changed: workOn(path).changed ?? now });
}

export function downloaded(path, now = Date.now()) {
  remember(path, { changed: undefined, downloaded: now });
}

export function isOverdue(work, now = Date.now()) {
  return work.changed !== undefined && now - work.changed > DAY;
}
