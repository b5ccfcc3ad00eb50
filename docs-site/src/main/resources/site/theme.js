// What the reader chose before, set before anything is drawn.
try {
  const chosen = localStorage.getItem("docs-theme");
  if (chosen) {
    document.documentElement.dataset.theme = chosen;
  }
} catch {
  // Without storage the page is as the system is.
}
