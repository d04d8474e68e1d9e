// What can be done with a notebook of the course: hand it in, take its original back, look at a newer one.

import { SITE, begun, downloaded } from "./work.js";

/** Files beside a notebook that are carried inside the downloaded one: the most in bytes, together. */
const MOST_BYTES = 2_000_000;

/** Path → digest of every original that this site has now. */
export async function originals() {
  const answer = await fetch(new URL("course/originals.json", SITE), { cache: "no-store" });
  return answer.ok ? await answer.json() : {};
}

async function originalOf(path) {
  const answer = await fetch(new URL(`files/${encodeURI(path)}`, SITE), { cache: "no-store" });
  if (!answer.ok) throw new Error(`this site has no original of ${path} (${answer.status})`);
  return await answer.json();
}

const folderOf = (path) => path.split("/").slice(0, -1).join("/");
const nameOf = (path) => path.split("/").at(-1);

/** Saves the notebook and downloads it, with the files beside it in its metadata. */
export async function download(app, context, path) {
  await context.save();
  const contents = app.serviceManager.contents;
  const notebook = (await contents.get(path, { type: "notebook", format: "json", content: true })).content;
  const files = await filesBeside(contents, path);
  if (Object.keys(files).length) {
    notebook.metadata.playfunc = { ...notebook.metadata.playfunc, files };
  }
  hand(nameOf(path), `${JSON.stringify(notebook, null, 1)}\n`);
  downloaded(path);
}

function hand(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Name → text of what the student's work left beside the notebook, such as the history of ratings. */
async function filesBeside(contents, path) {
  const given = await originals();
  const listed = (await contents.get(folderOf(path), { content: true })).content;
  const files = {};
  let bytes = 0;
  for (const { path: other, name, type, size } of listed) {
    if (type !== "file" || other in given || (bytes += size ?? 0) > MOST_BYTES) continue;
    const text = textOf(await contents.get(other, { content: true }));
    if (text !== null) files[name] = text;
  }
  return files;
}

/** A file's text; null where it is none. What the kernel wrote comes as base64. */
function textOf({ content, format }) {
  if (format === "json") return JSON.stringify(content);
  if (format !== "base64") return content;
  try {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Puts the files that a downloaded notebook carries beside it, where they are missing. */
export async function unpack(app, path, metadata) {
  const contents = app.serviceManager.contents;
  const there = new Set((await contents.get(folderOf(path), { content: true })).content.map((each) => each.name));
  for (const [name, content] of Object.entries(metadata?.files ?? {})) {
    if (there.has(name) || name.includes("/")) continue;
    await contents.save(`${folderOf(path)}/${name}`, { type: "file", format: "text", content });
  }
}

/** Puts the original in the notebook's place. The work until now is kept in the folder `kept`; its path there. */
export async function reset(app, context, path) {
  await context.save();
  const contents = app.serviceManager.contents;
  const original = await originalOf(path);
  const kept = await keep(contents, path);
  await contents.save(path, { type: "notebook", format: "json", content: original });
  await context.revert();
  begun(path, (await originals())[path]);
  return kept;
}

async function keep(contents, path) {
  const { content } = await contents.get(path, { type: "notebook", format: "json", content: true });
  const when = new Date().toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
  return await put(contents, "kept", `${nameOf(path).replace(/\.ipynb$/, "")} ${when}.ipynb`, content);
}

async function put(contents, folder, name, content) {
  await contents.get(folder, { content: false }).catch(() => contents.save(folder, { type: "directory" }));
  await contents.save(`${folder}/${name}`, { type: "notebook", format: "json", content });
  return `${folder}/${name}`;
}

/** Opens the site's newer original, as a file of its own in the folder `newer`. */
export async function openNewer(app, path) {
  const placed = await put(app.serviceManager.contents, "newer", nameOf(path), await originalOf(path));
  await app.commands.execute("docmanager:open", { path: placed });
}
