// The panels: next to the view on a wide screen, a sheet at the bottom on a phone. The tabs follow
// the ARIA pattern: arrow keys move between them, Tab reaches the selected one.

import { on, app } from './app.js';
import { $, h, icon } from './dom.js';

const TABS = [
  { id: 'files', label: 'Files', icon: 'folder', key: 'O' },
  { id: 'view', label: 'View', icon: 'layers' },
  { id: 'nodes', label: 'Nodes', icon: 'tree', key: '/' },
  { id: 'findings', label: 'Findings', icon: 'list' },
  { id: 'path', label: 'Path', icon: 'path', key: 'P' },
  { id: 'compare', label: 'Compare', icon: 'split' },
  { id: 'edit', label: 'Edit', icon: 'pencil' },
  { id: 'info', label: 'Info', icon: 'info' },
  { id: 'save', label: 'Save', icon: 'save', key: 'D' },
];

const phone = matchMedia('(max-width: 800px), (max-height: 480px)');
let active = 'view';

export function startTabs() {
  $('tabs').append(
    ...TABS.map((t) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${t.id}`,
          'aria-controls': `panel-${t.id}`,
          onclick: () => press(t.id),
        },
        icon(t.icon),
        h('span', {}, t.label),
        t.id === 'findings' ? h('span', { class: 'tab-badge', id: 'findings-badge' }) : '',
      ),
    ),
  );
  $('tabs').addEventListener('keydown', keys);
  phone.addEventListener('change', () => openTab(active === 'files' ? 'view' : active, false));
  on('tab', ({ id, quiet }) =>
    openTab(id, !(quiet && phone.matches && !document.body.classList.contains('sheet'))),
  );
  on('document', () => {
    // The view gets the room for another document; after a change the panel says what changed.
    if (phone.matches && app.current && !app.current.error && !app.changedOnly)
      document.body.classList.remove('sheet');
    mark();
  });
  openTab('view', false);
}

/** On a phone a second press on the open tab lowers the sheet. */
function press(id) {
  const open = document.body.classList.contains('sheet');
  if (phone.matches && open && id === active) document.body.classList.remove('sheet');
  else openTab(id);
  mark();
}

export function openTab(id, raise = true) {
  active = id;
  if (raise) document.body.classList.add('sheet');
  for (const t of TABS) {
    const panel = $(`panel-${t.id}`);
    panel.classList.toggle('active', t.id === id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${t.id}`);
  }
  mark();
}

export function lowerSheet() {
  if (!phone.matches || !document.body.classList.contains('sheet')) return false;
  document.body.classList.remove('sheet');
  mark();
  return true;
}

function mark() {
  const shown = !phone.matches || document.body.classList.contains('sheet');
  for (const t of TABS) {
    const tab = $(`tab-${t.id}`);
    tab.setAttribute('aria-selected', String(t.id === active && shown));
    tab.tabIndex = t.id === active ? 0 : -1;
  }
}

function keys(e) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  if (!step && e.key !== 'Home' && e.key !== 'End') return;
  e.preventDefault();
  e.stopPropagation();
  const shown = TABS.filter((t) => phone.matches || t.id !== 'files');
  const at = shown.findIndex((t) => t.id === active);
  const next =
    e.key === 'Home'
      ? 0
      : e.key === 'End'
        ? shown.length - 1
        : (at + step + shown.length) % shown.length;
  openTab(shown[next].id);
  $(`tab-${shown[next].id}`).focus();
}
