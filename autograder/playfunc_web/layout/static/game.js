// The page of a game and its replay, a document of its own in a frame: the frame becomes as high as the replay, and the
// page's address names the move on show (#move=17), so that a link to a position opens there.
const SHRINKS = 60; // pixels; less than that are sentences that come and go
const shown = { frame: null, width: 0, height: 0 };

const replay = () => document.querySelector("iframe.replay");
const linked = () => Number(/^#move=(\d{1,6})$/.exec(location.hash)?.[1] ?? NaN);

function send() {
  replay().contentWindow.postMessage({ move: linked() }, "*"); // the frame's origin may be any, and it learns a number
}

function fit(frame, height) {
  const same = shown.frame === frame && shown.width === frame.clientWidth;
  if (same && height <= shown.height && height > shown.height - SHRINKS) return;
  Object.assign(shown, { frame, width: frame.clientWidth, height });
  frame.style.height = `${height}px`;
}

addEventListener("message", ({ source, data }) => {
  const frame = replay();
  if (source !== frame?.contentWindow) return;
  if (data?.height > 0 && data.height < 20000) fit(frame, Math.ceil(data.height)); // a frame without a width yet says more
  if (data?.begun && Number.isInteger(linked())) send();
  if (!Number.isInteger(data?.move) || !frame.closest("#replay")) return; // the home page is no link to a game
  history.replaceState(null, "", `#move=${data.move}`);
  const [link, move] = ["link", "try-move"].map((id) => document.getElementById(id));
  if (link) link.value = location.href;
  if (move) move.textContent = data.move;
});

addEventListener("hashchange", () => {
  if (!Number.isInteger(linked())) return;
  send();
  replay().scrollIntoView();
});

send();
