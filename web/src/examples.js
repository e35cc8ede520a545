// "Try an example": files that come with the page, and links to them (?example=room).

import { app, emit, on, say } from './app.js';
import { $, h } from './dom.js';
import { EXAMPLES } from './example_list.js';
import { flyToWorst } from './findings.js';
import { addFiles, clearAll } from './library.js';
import { playClip } from './player.js';
import { setColouring } from './view_panel.js';

/** there: the page has its examples; the file that `waymark view` writes has none. */
export function startExamples(there) {
  $('examples').hidden = !there;
  $('example-list').replaceChildren(
    ...EXAMPLES.map((e) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'example',
            id: `example-${e.id}`,
            onclick: () => openExample(e),
          },
          h('strong', {}, e.title),
          h('span', { class: 'note' }, e.note),
        ),
      ),
    ),
  );
  on('cleared', () => link(null));
}

/** The example that the address names, or null. */
export function exampleOfLink() {
  const id = new URLSearchParams(location.search).get('example');
  return EXAMPLES.find((e) => e.id === id) ?? null;
}

/** What is wrong with the address of the page, or null. */
export function linkFault() {
  const id = new URLSearchParams(location.search).get('example');
  return id === null || exampleOfLink() ? null : `There is no example '${id}': choose one of these`;
}

/** The address of the page leads to what is shown, so that it can be sent to others. */
function link(example) {
  if (location.protocol === 'file:') return;
  const url = new URL(location.href);
  if (example) url.searchParams.set('example', example.id);
  else url.searchParams.delete('example');
  history.replaceState(null, '', url);
}

async function load({ id, files }) {
  return Promise.all(
    files.map(async (name) => {
      const answer = await fetch(`examples/${id}/${name}`);
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
      return { name, bytes: new Uint8Array(await answer.arrayBuffer()) };
    }),
  );
}

export async function openExample(example) {
  try {
    const files = await load(example);
    if (app.files.size && !(await clearAll())) return;
    await addFiles(files);
    link(example);
    if (example.colouring) setColouring(example.colouring);
    emit('tab', { id: example.tab ?? 'view', quiet: true });
    if (example.animation) playClip(example.animation);
    await flyToWorst();
  } catch (e) {
    say(`The example cannot be loaded: ${e.message}`, 'error');
  }
}
