// The example publisher's chat: canned answers, and an ad at a pause between two of them.

const ANSWERS = [
  ["When is it quiet there?", "In May and again from mid-September. The light is better then, too."],
  ["How long should we stay?", "Three nights: one to arrive, one to get lost, one to find the good bakery again."],
  ["What do we take along?", "A jumper for the night train, and a book that you can leave behind."],
  ["Is there a way back by day?", "At nine and at two. Take the two o'clock one and have lunch on board."],
];

/** At most one ad every so many answers, and none before the first of them. */
const ANSWERS_BETWEEN_ADS = 3;
const ANSWERS_BEFORE_THE_FIRST = 2;

const turns = document.getElementById("turns");
const questions = document.getElementById("questions");
const context = [];
let answered = 0;

function say(role, text) {
  const turn = document.createElement("p");
  turn.className = "turn " + role;
  turn.textContent = text;
  turns.append(turn);
  context.push({ role, text });
}

function isPause() {
  return answered >= ANSWERS_BEFORE_THE_FIRST
    && (answered - ANSWERS_BEFORE_THE_FIRST) % ANSWERS_BETWEEN_ADS === 0;
}

function showAd() {
  const place = document.createElement("div");
  place.dataset.interlude = "";
  turns.append(place);
  window.Interlude = window.Interlude || [];
  window.Interlude.push(async (interlude) => {
    const { filled } = await interlude.show(place, {
      adUnit: "magazine-chat",
      adFormat: "flow",
      context,
    });
    if (!filled) {
      place.remove();
    }
  });
}

function ask(question, answer, button) {
  button.remove();
  say("user", question);
  say("assistant", answer);
  answered++;
  if (isPause()) {
    showAd();
  }
  const next = questions.querySelector("button");
  if (next) {
    next.focus({ preventScroll: true });
  }
}

for (const [question, answer] of ANSWERS) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = question;
  button.addEventListener("click", () => ask(question, answer, button));
  questions.append(button);
}
