// The bar above the notebook: buttons, and one line for each thing that a student should know now.

/** Makes the bar. `actions` is text → function of a button; the functions of the answer change what it shows. */
export function makeBar(actions) {
  const bar = document.createElement("div");
  bar.id = "playfunc-bar";
  bar.setAttribute("role", "region");
  bar.setAttribute("aria-label", "Your work");
  const buttons = Object.entries(actions).map(([text, act]) => buttonOf(text, act));
  const notes = document.createElement("div");
  notes.setAttribute("role", "status");
  bar.append(...buttons, notes);
  document.body.prepend(bar);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--playfunc-bar", `${bar.offsetHeight}px`);
    window.dispatchEvent(new Event("resize"));
  }).observe(bar);
  return {
    enable: (possible) => buttons.forEach((button) => (button.disabled = !possible[button.textContent])),
    tell: (lines) => {
      const shown = JSON.stringify(lines.map(({ text, urgent }) => [text, urgent]));
      if (notes.dataset.shown === shown) return; // an unchanged text is not announced again
      notes.dataset.shown = shown;
      notes.replaceChildren(...lines.map(lineOf));
    },
  };
}

function buttonOf(text, act) {
  const button = document.createElement("button");
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}

function lineOf({ text, urgent = false, actions = {} }) {
  const line = document.createElement("p");
  line.classList.toggle("urgent", urgent);
  line.append(text, ...Object.entries(actions).flatMap(([name, act]) => [" ", buttonOf(name, act)]));
  return line;
}

/** Asks before something is done; whether the answer was yes. */
export function sure(question, yes) {
  const dialog = document.createElement("dialog");
  dialog.className = "playfunc-dialog";
  dialog.setAttribute("aria-label", yes);
  const said = document.createElement("p");
  said.textContent = question;
  return new Promise((answer) => {
    const closing = (value) => () => dialog.close(value);
    dialog.append(said, buttonOf(yes, closing("yes")), " ", buttonOf("Cancel", closing("")));
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
