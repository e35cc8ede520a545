// Keyboard shortcuts, from the same table that the help shows. Keys that a field or control uses
// itself are left to it.

import { app } from './app.js';
import { $, h } from './dom.js';
import { COLOURINGS, LAYERS } from './layers.js';
import { setColouring, setLod, toggleLayer } from './view_panel.js';
import { stepLevel } from './overlays.js';
import { nextClip, playPause, step } from './player.js';
import { editActive, leaveEdit } from './edit_panel.js';
import { measureActive, setMeasure } from './measure.js';
import { pathActive, setActive } from './path_tool.js';
import { chooseMiddle, lookMiddle } from './hover.js';
import { saveView } from './downloads.js';
import { redo, undo } from './changes.js';
import { lowerSheet, openTab } from './tabs.js';
import { searchNodes } from './tree.js';
import { switchTheme } from './theme.js';

export function startKeys(stage, pick) {
  const table = [
    { group: 'Files', keys: ['O'], text: 'Open files', act: pick.files },
    { group: 'Files', keys: ['Shift+O'], text: 'Open a folder', act: pick.folder },
    {
      group: 'Files',
      keys: ['D'],
      text: 'Save in another format',
      act: () => {
        openTab('save');
        $('save-glb')?.focus();
      },
    },
    { group: 'Files', keys: ['Ctrl+Z'], text: 'Undo a change', act: () => undo() },
    { group: 'Files', keys: ['Ctrl+Y'], text: 'Redo a change', act: () => redo() },
    { group: 'Camera', keys: ['F'], text: 'Fit everything', act: () => stage.fit() },
    {
      group: 'Camera',
      keys: ['T'],
      text: 'Toggle top view',
      act: () => stage.setTop(!stage.top),
    },
    { group: 'Camera', keys: ['R'], text: 'Reset the camera', act: () => stage.reset() },
    {
      group: 'Tools',
      keys: ['P'],
      text: 'Path between two points',
      act: () => setActive(!pathActive()),
    },
    {
      group: 'Tools',
      keys: ['Shift+D'],
      text: 'Measure between two points',
      act: () => setMeasure(!measureActive()),
    },
    {
      group: 'Tools',
      keys: ['Shift+P'],
      text: 'Save a picture of the view',
      act: () => saveView(stage),
    },
    {
      group: 'Tools',
      keys: ['/'],
      text: 'Search nodes',
      act: () => {
        openTab('nodes');
        searchNodes();
      },
    },
    {
      group: 'Tools',
      keys: ['Shift+C'],
      text: 'Compare with another file',
      act: () => {
        openTab('compare');
        $('panel-compare').querySelector('select, button')?.focus();
      },
    },
    {
      group: 'Tools',
      keys: ['Y'],
      text: 'Findings',
      act: () => {
        openTab('findings');
        $('finding-0')?.focus();
      },
    },
    { group: 'Animation', keys: ['Space'], text: 'Play and pause', act: playPause },
    {
      group: 'Animation',
      keys: [','],
      text: 'Back 1/30 s',
      act: () => step(-1),
    },
    {
      group: 'Animation',
      keys: ['.'],
      text: 'Forward 1/30 s',
      act: () => step(1),
    },
    { group: 'Animation', keys: ['J'], text: 'Next animation', act: () => nextClip(1) },
    { group: 'Animation', keys: ['Shift+J'], text: 'Previous animation', act: () => nextClip(-1) },
    {
      group: 'Animation',
      keys: ['L'],
      text: 'Next level of detail',
      act: () => setLod(app.lod + 1),
    },
    { group: 'Walkmesh', keys: ['['], text: 'Boxes one level up', act: () => stepLevel(-1) },
    { group: 'Walkmesh', keys: [']'], text: 'Boxes one level down', act: () => stepLevel(1) },
    ...LAYERS.map((l) => ({
      group: l.group,
      keys: [l.key],
      text: `${l.label}, on and off`,
      act: () => toggleLayer(l.id),
    })),
    ...COLOURINGS.map((c) => ({
      group: 'Colour by',
      keys: [c.key],
      text: c.label,
      act: () => setColouring(c.id),
    })),
    { group: 'Page', keys: ['Q'], text: 'Dark or light theme', act: switchTheme },
    { group: 'Page', keys: ['?'], text: 'This help', act: toggleHelp },
    { group: 'Page', keys: ['Esc'], text: 'Close, leave the tool', act: () => escape() },
  ];
  const canvasRows = [
    { group: 'Camera', keys: ['Arrows'], text: 'Rotate, while the view has the focus' },
    { group: 'Camera', keys: ['Shift+Arrows'], text: 'Pan' },
    { group: 'Camera', keys: ['+', '−'], text: 'Zoom in, zoom out' },
    { group: 'Camera', keys: ['Enter'], text: 'Select what is under the cross in the middle' },
  ];
  const acts = new Map(table.flatMap((row) => row.keys.map((k) => [k, row.act])));
  addEventListener('keydown', (e) => keydown(e, acts));
  stage.canvas.addEventListener('keydown', (e) => canvasKeys(e, stage));
  fillHelp([...table, ...canvasRows]);
}

const TYPING = 'input:not([type=checkbox],[type=radio],[type=range],[type=file]),textarea,select';

/** Letter shortcuts interfere with speech input and screen readers, so they can be turned off. */
function lettersOff(name) {
  return !$('help-letters').checked && /^(Shift\+)?.$/.test(name) && name !== '?';
}

/** Ctrl Z and its relatives; in a text field they belong to the field. */
function history(e) {
  const key = e.key.toLowerCase();
  if (key === 'z' && !e.shiftKey) undo();
  else if (key === 'y' || key === 'z') redo();
  else return;
  e.preventDefault();
}

function keydown(e, acts) {
  if ($('ask').open) return;
  if ((e.ctrlKey || e.metaKey) && !e.altKey && !e.target.closest?.(TYPING)) history(e);
  if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
  if (e.target.closest?.(TYPING) && e.key !== 'Escape') return;
  if ($('help').open && !['Escape', '?'].includes(e.key)) return;
  if (e.key === ' ' && e.target.closest?.('button,input,summary,[role=treeitem]')) return;
  const letter = e.key.length === 1 ? e.key.toUpperCase() : e.key;
  const name =
    { ' ': 'Space', Escape: 'Esc' }[e.key] ??
    (e.shiftKey && /^[A-Z]$/.test(letter) ? `Shift+${letter}` : letter);
  const act = acts.get(name);
  if (!act || lettersOff(name)) return;
  e.preventDefault();
  act();
}

function canvasKeys(e, stage) {
  const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
    e.key
  ];
  if (move) stage.nudge(move[0], move[1], e.shiftKey);
  else if (e.key === '+' || e.key === '=') stage.zoom(1 / 1.2);
  else if (e.key === '-') stage.zoom(1.2);
  else if (e.key === 'Enter') chooseMiddle();
  else return;
  e.preventDefault();
  e.stopPropagation();
  lookMiddle();
}

function escape() {
  if ($('help').open) $('help').close();
  else if (editActive()) leaveEdit();
  else if (measureActive()) setMeasure(false);
  else if (pathActive()) setActive(false);
  else if (!lowerSheet()) stageFocus();
}

function stageFocus() {
  $('canvas').focus();
}

export function toggleHelp() {
  if ($('help').open) $('help').close();
  else $('help').showModal();
}

function fillHelp(rows) {
  const groups = [...new Set(rows.map((r) => r.group))];
  $('help-keys').replaceChildren(
    ...groups.map((g) =>
      h(
        'section',
        {},
        h('h3', {}, g),
        h(
          'dl',
          {},
          rows
            .filter((r) => r.group === g)
            .map((r) => [
              h(
                'dt',
                {},
                r.keys.flatMap((k) => k.split(/(?<=\w)\+/).map((part) => h('kbd', {}, part))),
              ),
              h('dd', {}, r.text),
            ]),
        ),
      ),
    ),
  );
}
