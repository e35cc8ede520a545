// The panel of a comparison: which file to compare with, and the list of differences.

import { app, emit, on, say } from './app.js';
import {
  candidates,
  comparable,
  compareWith,
  goToPlace,
  placesOf,
  stop,
  summary,
} from './compare.js';
import { $, baseName, h, icon, number } from './dom.js';
import { addToLibrary } from './library.js';

// A second file of the same name gets this folder, so that it does not replace the first.
const FOLDER = 'compared';
const CHOICES = 500;

export function startComparePanel() {
  for (const event of ['document', 'compare']) on(event, draw);
  $('pick-other').addEventListener('change', picked);
  draw();
}

async function picked() {
  const files = [...$('pick-other').files].map((f) => ({ name: `${FOLDER}/${f.name}`, file: f }));
  $('pick-other').value = '';
  if (!files.length) return;
  const first = app.current;
  try {
    await addToLibrary(files);
    const names = new Set(files.map((f) => f.name));
    const other = candidates().find((d) => names.has(d.file));
    if (!other) throw new Error(`there is no ${first.formatTitle} in it`);
    await compareWith(other);
  } catch (e) {
    say(`${baseName(files[0].name)}: ${e.message}`, 'error');
  }
  emit('findings'); // the list of files has changed
}

function draw() {
  const panel = $('panel-compare');
  if (app.compare) panel.replaceChildren(...comparison());
  else if (comparable()) panel.replaceChildren(...choice());
  else
    panel.replaceChildren(
      h('p', { class: 'empty' }, 'Open a walkmesh, an area or a model to compare it with another.'),
    );
}

function choice() {
  const list = candidates().toSorted((a, b) =>
    a.file.localeCompare(b.file, 'en', { numeric: true }),
  );
  const name = baseName(app.current.file).toLowerCase();
  const twin = list.find((d) => baseName(d.file).toLowerCase() === name) ?? list[0];
  const select = h(
    'select',
    { id: 'compare-file' },
    list.slice(0, CHOICES).map((d) => h('option', { value: String(d.id) }, d.file)),
  );
  if (twin) select.value = String(twin.id);
  const open = h(
    'button',
    {
      type: 'button',
      class: 'btn wide',
      id: 'compare-open',
      onclick: () => $('pick-other').click(),
    },
    icon('file'),
    list.length ? 'Open another file' : 'Open a file to compare with',
  );
  return [
    h('p', { class: 'sum' }, `Shows another file next to ${app.current.title}, and what differs.`),
    list.length
      ? h(
          'form',
          {
            onsubmit: (e) => {
              e.preventDefault();
              compareWith(app.documents.find((d) => String(d.id) === select.value));
            },
          },
          h('label', {}, 'Compare with', select),
          h(
            'p',
            {},
            h('button', { type: 'submit', class: 'btn primary wide', id: 'compare-go' }, 'Compare'),
          ),
        )
      : '',
    h('p', {}, open),
  ];
}

function comparison() {
  const { first, other, answer } = app.compare;
  return [
    h(
      'div',
      { class: 'row spread head' },
      h('p', { class: 'sum', id: 'compare-sum' }, summary(answer)),
      h(
        'button',
        { type: 'button', class: 'btn small', id: 'compare-stop', onclick: () => stop() },
        'Stop',
      ),
    ),
    h(
      'dl',
      { class: 'facts' },
      h('dt', {}, 'First'),
      h('dd', {}, first.file),
      h('dt', {}, 'Second'),
      h('dd', {}, other.file),
    ),
    h('ol', { class: 'findings differences' }, answer.differences.map(card)),
  ];
}

function card(d) {
  const places = d.at ? [{ at: d.at }] : placesOf(d);
  let at = 0;
  const note = h('span', { class: 'note' });
  const item = h('li', { class: 'finding' });
  const show = () => {
    note.textContent = `${number(at + 1)} of ${number(places.length)}`;
  };
  const go = (by) => {
    at = (at + by + places.length) % places.length;
    show();
    document
      .querySelectorAll('.differences [aria-current]')
      .forEach((e) => e.removeAttribute('aria-current'));
    item.setAttribute('aria-current', 'true');
    goToPlace(places[at]);
  };
  const arrow = (by, name) =>
    h(
      'button',
      {
        type: 'button',
        class: `btn small ${name.toLowerCase()}`,
        'aria-label': `${name} place of this difference`,
        title: name,
        onclick: () => go(by),
      },
      icon('chevron'),
    );
  show();
  const words = [
    h('span', { class: 'finding-head' }, h('code', {}, d.room ? `${d.room}: ${d.field}` : d.field)),
    h('span', { class: 'finding-text' }, d.message),
  ];
  item.append(
    places.length
      ? h('button', { type: 'button', class: 'finding-go', onclick: () => go(0) }, words)
      : h('div', { class: 'finding-go still' }, words),
    places.length > 1
      ? h('div', { class: 'row finding-turn' }, arrow(-1, 'Previous'), note, arrow(1, 'Next'))
      : '',
  );
  return item;
}
