// Dark and light: the system's choice until the user makes one. The colours of the 3D view are
// read from the style sheet, so that both have one source.

import { emit, say } from './app.js';

const media = matchMedia('(prefers-color-scheme: dark)');
const ORDER = ['auto', 'light', 'dark'];
let choice = 'auto';

function apply() {
  const dark = choice === 'auto' ? media.matches : choice === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  emit('theme');
}

export function startTheme() {
  // Storage is refused in some embedded pages; the choice then lasts as long as the page.
  try {
    choice = localStorage.getItem('waymark-theme') ?? 'auto';
  } catch {
    choice = 'auto';
  }
  if (!ORDER.includes(choice)) choice = 'auto';
  media.addEventListener('change', apply);
  apply();
}

export const isDark = () => document.documentElement.dataset.theme === 'dark';

/** Switches to the other theme; if that is the system's choice, follows the system again. */
export function switchTheme() {
  const shown = document.documentElement.dataset.theme;
  const wanted = shown === 'dark' ? 'light' : 'dark';
  choice = wanted === (media.matches ? 'dark' : 'light') ? 'auto' : wanted;
  try {
    localStorage.setItem('waymark-theme', choice);
  } catch {
    /* lasts as long as the page */
  }
  apply();
  say(choice === 'auto' ? `Colours follow the system (${wanted})` : `Colours: ${wanted}`);
}
