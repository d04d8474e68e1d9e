/* Panels that save while their marker types. What is typed stays in this browser until the server has it on disk. */
"use strict";

const PAUSE = 400; // ms after the last key until it is sent
const AGAIN = 3000; // ms until a save that found no server is tried again
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The number in a field: null for an empty one, NaN for what is none. A comma does for a point. */
function number(field) {
  const text = field.value.trim().replace(",", ".");
  return text === "" ? null : /^-?\d*\.?\d+$|^-?\d+\.$/.test(text) ? Number(text) : NaN;
}

function shown(points) {
  return points === null ? "" : String(Number(points.toFixed(4)));
}

/** Who saved what the gradebook holds, and when, as far as the site knows. */
function changed(by) {
  if (!by) { return "This task was changed in formgrader, by a command, or before this site was started."; }
  const when = new Date(by.when * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
  return by.own ? `You changed this task in another window on ${when}.` : `${by.by} changed this task on ${when}.`;
}

class Criterion {
  constructor(box) {
    this.name = box.dataset.name;
    this.most = Number(box.dataset.most);
    this.points = box.querySelector(".points input");
    this.ticks = [...box.querySelectorAll("input[type=checkbox]")];
    this.own = box.querySelector(".own");
    this.box = box;
  }

  state() {
    const phrases = this.ticks.filter((tick) => tick.checked).map((tick) => tick.value);
    return { name: this.name, points: number(this.points), phrases, words: this.own.value };
  }

  restore(said) {
    this.points.value = shown(said.points);
    this.ticks.forEach((tick) => { tick.checked = said.phrases.includes(tick.value); });
    this.own.value = said.words;
  }

  /** A phrase that is worth something moves the points, within their limits. */
  ticked(tick) {
    const worth = Number(tick.dataset.worth || 0) * (tick.checked ? 1 : -1);
    if (!worth) { return; }
    const start = number(this.points) ?? (Number(tick.dataset.worth) < 0 ? this.most : 0);
    this.points.value = shown(Math.min(this.most, Math.max(0, start + worth)));
  }

  step(by) {
    const now = number(this.points) ?? 0;
    if (!Number.isNaN(now)) { this.points.value = shown(Math.min(this.most, Math.max(0, now + by))); }
  }
}

class Panel {
  constructor(element) {
    this.element = element;
    this.title = element.querySelector("h2").textContent;
    this.address = element.dataset.save;
    this.most = Number(element.dataset.most);
    this.seen = element.dataset.seen;
    this.criteria = [...element.querySelectorAll("fieldset")].map((box) => new Criterion(box));
    this.rest = element.querySelector("textarea");
    this.total = element.querySelector(".total input");
    this.said = element.querySelector(".state");
    this.conflict = element.querySelector(".conflict");
    this.unanswered = [];
    this.dirty = false;
    this.sending = null;
    this.sum = this.added();
    this.listen();
    if (!this.recover() && this.early()) {
      this.add();
      this.changed();
    }
  }

  /** Whether something was typed before this script ran. */
  early() {
    const fields = [...this.element.querySelectorAll("input, textarea")];
    return fields.some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked);
  }

  state() {
    return { points: number(this.total), said: this.criteria.map((one) => one.state()), rest: this.rest.value };
  }

  restore(state) {
    for (const said of state.said) { this.criteria.find((one) => one.name === said.name)?.restore(said); }
    this.rest.value = state.rest;
    this.total.value = shown(state.points);
    this.sum = this.added();
  }

  listen() {
    this.element.addEventListener("input", (event) => {
      const one = this.criteria.find((each) => each.box.contains(event.target));
      if (event.target.type === "checkbox") { one.ticked(event.target); }
      if (one && event.target !== one.own) { this.add(); }
      this.changed();
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.querySelector(".keep")?.addEventListener("click", () => this.changed());
  }

  key(event) {
    const at = this.criteria.findIndex((one) => one.points === event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) { return; }
    const one = this.criteria[at];
    const tick = one.ticks[LETTERS.indexOf(event.key.toLowerCase())];
    if (event.key === "Enter") {
      (this.criteria[at + 1]?.points ?? this.rest).focus();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      one.step(event.key === "ArrowUp" ? 0.5 : -0.5);
      this.add();
      this.changed();
    } else if (event.key.length === 1 && tick) {
      tick.checked = !tick.checked;
      tick.dispatchEvent(new Event("input", { bubbles: true }));
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The sum of the criteria, once all of them have points; else `null`. */
  added() {
    const points = this.criteria.map((one) => number(one.points));
    const whole = points.length > 0 && points.every((value) => value !== null && !Number.isNaN(value));
    return whole ? points.reduce((sum, value) => sum + value, 0) : null;
  }

  /** The task's points are the sum of its criteria, unless somebody has typed others. */
  add() {
    const typed = this.total.value.trim() !== "" && number(this.total) !== this.sum;
    this.sum = this.added();
    if (!typed && (this.sum !== null || this.criteria.length > 1)) { this.total.value = shown(this.sum); }
  }

  changed() {
    this.dirty = true;
    stayed("");
    this.keep();
    this.tell("unsaved", "Not saved yet …");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  /** Sentences at the fields whose points do not fit; whether all do. */
  fits() {
    const fields = [...this.criteria.map((one) => [one.points, one.most]), [this.total, this.most]];
    const wrong = fields.filter(([field, most]) => {
      const points = number(field);
      const fine = points === null || (points >= 0 && points <= most);
      field.setAttribute("aria-invalid", String(!fine));
      document.getElementById(field.getAttribute("aria-describedby")).textContent = fine
        ? "" : `${field.value.trim()} does not fit. Give 0 to ${most} points.`;
      return !fine;
    });
    const points = number(this.total);
    if (wrong.length === 0 && this.sum !== null && points !== null && points !== this.sum) {
      document.getElementById(this.total.getAttribute("aria-describedby")).textContent =
        `${shown(points)} points count. The criteria add up to ${shown(this.sum)}.`;
    }
    return wrong.length === 0;
  }

  /** Send what there is, one request after another; resolves to whether everything is saved. */
  async save(last = false) {
    clearTimeout(this.timer);
    if (!this.fits()) {
      this.tell("failed", "Not saved: the marked points do not fit.");
      return false;
    }
    if (this.sending) { await this.sending; }
    if (!this.dirty || !this.conflict.hidden) { return !this.dirty; }
    this.sending = this.send(last);
    const saved = await this.sending;
    this.sending = null;
    return saved;
  }

  async send(last) {
    const state = this.state();
    const body = JSON.stringify({ ...state, seen: this.seen, unanswered: this.unanswered });
    this.unanswered = [...this.unanswered, state].slice(-50);
    this.keep();
    let answer;
    try {
      const headers = { "content-type": "application/json" };
      answer = await fetch(this.address, { method: "POST", headers, body, keepalive: last });
    } catch {
      return this.later("Not saved: the server does not answer. It is tried again; keep this page open.");
    }
    if (answer.status === 503) { return this.later("Not saved: the gradebook is busy. It is tried again."); }
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) { return this.saved(told, JSON.stringify(state)); }
    if (answer.status === 409) { return this.differ(told); }
    this.tell("failed", `Not saved: ${told.detail || answer.statusText} Your text stays in this browser; reload the page to try again.`);
    return false;
  }

  saved(told, state) {
    this.seen = told.seen;
    this.unanswered = [];
    if (state !== JSON.stringify(this.state())) {
      this.changed();
      return false;
    }
    this.dirty = false;
    this.forget();
    this.element.querySelector(".again")?.remove();
    const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
    this.tell("saved", told.done ? `Saved at ${time}.` : `Saved at ${time}; points are missing.`);
    return true;
  }

  later(words) {
    this.tell("failed", words);
    this.timer = setTimeout(() => this.save(), AGAIN);
    return false;
  }

  /** Somebody else changed the task: both are shown, and the marker decides. */
  differ(told) {
    const button = (text, kind, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = kind;
      made.textContent = text;
      made.addEventListener("click", act);
      return made;
    };
    const words = document.createElement("p");
    const points = told.points === null ? "no points" : `${told.points} points`;
    words.textContent = `${changed(told.changed)} The gradebook has ${points} and this comment:`;
    const comment = document.createElement("pre");
    comment.tabIndex = 0;
    comment.textContent = told.comment.replaceAll("**", "") || "(no comment)";
    const choice = document.createElement("p");
    choice.append(
      button("Keep what stands in this panel", "button", () => { this.seen = told.seen; this.agree(); }),
      button("Take what is stored", "button quiet", () => {
        this.restore(told);
        this.seen = told.seen;
        this.agree();
      }),
    );
    this.conflict.replaceChildren(words, comment, choice);
    this.conflict.hidden = false;
    this.tell("failed", "Not saved: choose which of the two counts.");
    return false;
  }

  agree() {
    this.conflict.hidden = true;
    this.conflict.replaceChildren();
    this.unanswered = [];
    this.changed();
    this.save();
  }

  tell(mark, words) {
    this.said.className = `state ${mark}`;
    if (this.said.textContent !== words) { this.said.textContent = words; }
  }

  keep() {
    const draft = { state: this.state(), seen: this.seen, unanswered: this.unanswered };
    try { localStorage.setItem(this.address, JSON.stringify(draft)); } catch { /* a browser that keeps nothing */ }
  }

  forget() {
    try { localStorage.removeItem(this.address); } catch { /* it keeps nothing */ }
  }

  /** Restore what was typed before and did not reach the server; whether there was any. */
  recover() {
    let draft = null;
    try { draft = JSON.parse(localStorage.getItem(this.address)); } catch { /* none, or not ours */ }
    if (!draft) { return false; }
    this.restore(draft.state);
    this.seen = draft.seen;
    this.unanswered = draft.unanswered;
    this.changed();
    return true;
  }
}

const links = [...document.querySelectorAll("[data-go]")];
const stay = document.querySelector(".stay");

/** Say beside the links why nobody goes on; without words, that nothing holds anybody. */
function stayed(words) {
  stay.textContent = words;
  stay.hidden = words === "";
  if (!words) { links.forEach((link) => { delete link.dataset.twice; }); }
}

const panels = [...document.querySelectorAll(".panel")].map((element) => new Panel(element));

/** Go on once everything is saved. A second click goes on in any case: this browser keeps what is not. */
async function go(link) {
  const waits = panels.filter((panel) => panel.dirty);
  if (waits.length === 0 || link.dataset.twice) { location.assign(link.href); return; }
  link.dataset.twice = "yes";
  const saved = await Promise.all(waits.map((panel) => panel.save()));
  if (saved.every(Boolean)) { location.assign(link.href); return; }
  const why = waits.filter((panel, at) => !saved[at]).map((panel) => `${panel.title}: ${panel.said.textContent}`);
  stayed(`${why.join(" ")} Press again to go on; your text stays in this browser.`);
  document.querySelector('.panel [aria-invalid="true"], .conflict:not([hidden]) button')?.focus();
}

links.forEach((link) => {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) { return; }
    event.preventDefault();
    go(link);
  });
});

document.addEventListener("keydown", (event) => {
  const link = event.ctrlKey && document.querySelector(`[data-go="${CSS.escape(event.key)}"]`);
  if (link) {
    event.preventDefault();
    go(link);
  }
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") { panels.forEach((panel) => panel.dirty && panel.save(true)); }
});

const papers = document.querySelectorAll(".papers nav a");
papers.forEach((link) => link.addEventListener("click", () => {
  papers.forEach((other) => other.removeAttribute("aria-current"));
  link.setAttribute("aria-current", "true");
}));
