// How long this browser keeps the work.

/** Asks the browser to keep the work, also when disk space runs short; whether it promised that. A private window never
 *  promises it. */
export async function promisedToKeep() {
  const storage = navigator.storage;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || (await storage.persist());
}

/** Whether this is surely a private window: Firefox and Safari have no folder for files there. Chromium does not tell. */
export async function isPrivate() {
  try {
    await navigator.storage.getDirectory();
    return false;
  } catch {
    return true;
  }
}
