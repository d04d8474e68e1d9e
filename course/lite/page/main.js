// Watches over the student's work in JupyterLite: see bar.js for what is shown, notebooks.js for what is done.

import { makeBar, sure } from "./bar.js";
import { download, openNewer, originals, reset, unpack } from "./notebooks.js";
import { isPrivate, promisedToKeep } from "./storage.js";
import { begun, isOverdue, saved, workOn } from "./work.js";

const HAND_IN = "Download to hand in";
const RESET = "Reset to the original";
const MINUTE = 60_000;

/** CSS pixels. A narrower window shows the notebook alone; View > Appearance brings the file browser back. */
const NARROW = 760;

async function started() {
  while (!window.jupyterapp) await new Promise((again) => setTimeout(again, 100));
  const app = window.jupyterapp;
  await app.started;
  return app;
}

class Watch {
  constructor(app, isPrivate) {
    this.app = app;
    this.isPrivate = isPrivate;
    this.promised = false;
    this.originals = {};
    this.failed = "";
    this.bar = makeBar({ [HAND_IN]: () => this.doing(HAND_IN), [RESET]: () => this.doing(RESET) });
  }

  /** The open notebook as {path, context}, or null. */
  get notebook() {
    const context = this.app.shell.currentWidget?.context;
    const path = context && this.app.serviceManager.contents.localPath(context.path);
    return path?.endsWith(".ipynb") ? { path, context } : null;
  }

  async doing(what) {
    const { path, context } = this.notebook;
    this.failed = "";
    try {
      if (what === HAND_IN) await download(this.app, context, path);
      else await this.resetAfterAsking(path, context);
    } catch (error) {
      this.failed = `${what}: that did not work (${error.message}). Your work is unchanged.`;
    }
    this.show();
  }

  async resetAfterAsking(path, context) {
    const question =
      `This puts the original of ${path} in the place of your notebook, with empty answers. Your notebook is copied ` +
      "to the folder “kept” first.";
    if (await sure(question, RESET)) await reset(this.app, context, path);
  }

  /** A notebook came to the front. */
  async opening() {
    this.originals = await originals().catch(() => this.originals);
    const open = this.notebook;
    this.show();
    if (!open) return;
    await open.context.ready;
    const { path, context } = open;
    if (!workOn(path).changed && !workOn(path).downloaded) begun(path, this.originals[path]);
    await unpack(this.app, path, context.model.sharedModel.getMetadata("playfunc"));
    this.show();
  }

  show() {
    const open = this.notebook;
    this.bar.enable({ [HAND_IN]: open, [RESET]: open && open.path in this.originals });
    this.bar.tell([...(open ? this.about(open.path) : []), ...this.aboutStorage()]);
  }

  about(path) {
    const work = workOn(path);
    const lines = [];
    if (this.failed) lines.push({ text: this.failed, urgent: true });
    if (isOverdue(work)) {
      lines.push({ text: `You have not downloaded your changes to ${path} for more than a day.`, urgent: true });
    } else if (work.downloaded) {
      lines.push({ text: `Downloaded ${new Date(work.downloaded).toLocaleString()}.` });
    }
    const original = this.originals[path];
    if (original && work.original && original !== work.original) {
      lines.push({
        text: `This site has a newer version of ${path}. Yours is unchanged.`,
        urgent: true,
        actions: { "Open the newer version beside it": () => openNewer(this.app, path) },
      });
    }
    return lines;
  }

  aboutStorage() {
    if (this.isPrivate) {
      const text =
        "This is a private window: closing it deletes your work. Use an ordinary window, or download your work before " +
        "you close this one.";
      return [{ text, urgent: true }];
    }
    const stored = "Your work is stored only in this browser, on this computer.";
    const risk =
      " The browser may delete it when disk space runs short, and a private window deletes it when you close it: " +
      "download it often.";
    return [{ text: this.promised ? stored : stored + risk }];
  }
}

/** On a phone the notebook has the width: JupyterLab opens the file browser beside it until somebody touches the page. */
function makeRoom(shell) {
  if (window.innerWidth >= NARROW) return;
  const collapse = () => shell.leftCollapsed || shell.collapseLeft();
  const stop = () => shell.layoutModified.disconnect(collapse);
  shell.layoutModified.connect(collapse);
  for (const touch of ["pointerdown", "keydown"]) window.addEventListener(touch, stop, { once: true, capture: true });
  collapse();
}

const app = await started();
const watch = new Watch(app, await isPrivate());
app.serviceManager.contents.fileChanged.connect((_, change) => {
  if (change.type === "save" && change.newValue?.path) saved(change.newValue.path);
  watch.show();
});
app.shell.currentChanged?.connect(() => watch.opening());
setInterval(() => watch.show(), MINUTE);
await app.restored;
makeRoom(app.shell);
await watch.opening();
promisedToKeep().then((promised) => {
  watch.promised = promised;
  watch.show();
});
