// How far a long task is, in the status line.

import { emit, say } from './app.js';
import { number, plural } from './dom.js';

/** "Reading 40 of 1,000 files …", with a bar; gives the browser time to draw it. */
export async function progress(word, done, of, unit) {
  emit('progress', { done, of });
  if (done < of) say(`${word} ${number(done)} of ${plural(of, unit)} …`);
  await new Promise((ok) => setTimeout(ok));
}
