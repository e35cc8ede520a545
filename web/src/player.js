// The animation player: list, play and pause, speed, loop, scrubbing, events on the timeline.

import { app, emit, on } from './app.js';
import { $, h, icon, visible } from './dom.js';

let stage = null;
const state = { item: null, time: 0, playing: false, speed: 1, loop: true };

export function startPlayer(theStage) {
  stage = theStage;
  on('document', fill);
  $('anim-list').addEventListener('change', (e) =>
    choose(app.model.clips[Number(e.target.value)] ?? null),
  );
  $('anim-play').addEventListener('click', playPause);
  $('anim-loop').append(icon('loop'));
  $('anim-loop').addEventListener('click', () => {
    state.loop = !state.loop;
    $('anim-loop').setAttribute('aria-pressed', String(state.loop));
    apply();
  });
  $('anim-speed').addEventListener('change', (e) => {
    state.speed = Number(e.target.value);
  });
  $('anim-time').addEventListener('input', (e) => {
    state.playing = false;
    seek(Number(e.target.value));
  });
}

function fill() {
  const clips = app.model?.clips ?? [];
  $('player').hidden = !clips.length;
  Object.assign(state, { item: null, time: 0, playing: false });
  if (!clips.length) return;
  $('anim-list').replaceChildren(
    h('option', { value: '-1' }, 'At rest'),
    ...clips.map((c, i) => h('option', { value: i }, c.name)),
  );
  choose(null);
}

function choose(item) {
  state.item = item;
  state.time = 0;
  state.playing &&= !!item;
  const length = item?.length ?? 0;
  $('anim-list').value = item ? String(app.model.clips.indexOf(item)) : '-1';
  Object.assign($('anim-time'), {
    max: String(length),
    step: String(Math.max(length / 1000, 0.001)),
    disabled: !item,
  });
  $('anim-events').replaceChildren(
    ...(item?.events ?? []).map((e) =>
      h('button', {
        type: 'button',
        class: 'event',
        style: `left:${length ? Math.min(100, (e.time / length) * 100) : 0}%`,
        title: `${e.name} at ${e.time.toFixed(2)} s`,
        'aria-label': `Event ${e.name} at ${e.time.toFixed(2)} seconds`,
        tabindex: '-1',
        onclick: () => {
          state.playing = false;
          seek(e.time);
        },
      }),
    ),
  );
  apply();
  if (state.playing) run();
}

export function playPause() {
  if (!app.model?.clips.length) return;
  if (!state.item) choose(app.model.clips[0]);
  state.playing = !state.playing;
  if (state.playing && !state.loop && state.time >= state.item.length) state.time = 0;
  apply();
  if (state.playing) run();
}

/** Plays the animation of this name, if there is one. */
export function playClip(name) {
  const item = app.model?.clips.find((c) => c.name === name);
  if (!item) return;
  choose(item);
  if (!state.playing) playPause();
}

export function step(direction) {
  if (!state.item) return;
  state.playing = false;
  const length = state.item.length;
  seek(Math.min(length, Math.max(0, state.time + direction / 30)));
}

export function seek(time) {
  state.time = time;
  apply();
}

/** For the keyboard: the previous or next animation. */
export function nextClip(direction) {
  const clips = app.model?.clips ?? [];
  if (!clips.length) return;
  const at = clips.indexOf(state.item) + direction;
  choose(at < -1 ? clips[clips.length - 1] : (clips[at] ?? null));
  emit('status', { text: state.item ? `Animation ${state.item.name}` : 'At rest' });
}

function run() {
  const mine = state.item;
  stage.tickers.clear();
  stage.animate((dt) => {
    if (!state.playing || state.item !== mine) return false;
    const before = state.time;
    const raw = before + dt * state.speed;
    const { length } = mine;
    state.time = state.loop ? raw % length : Math.min(raw, length);
    highlight(before, raw);
    if (!state.loop && raw >= length) state.playing = false;
    apply(true);
    return state.playing;
  });
}

/** Highlights the events that were passed, also across the end of a loop. */
function highlight(from, to) {
  const { events, length } = state.item;
  events.forEach((e, i) => {
    const passed = (e.time >= from && e.time < to) || (to > length && e.time < to - length);
    if (!passed) return;
    const mark = $('anim-events').children[i];
    mark.classList.add('lit');
    setTimeout(() => mark.classList.remove('lit'), 300);
    $('anim-event').textContent = visible(e.name);
  });
}

function apply(ticking = false) {
  app.model?.pose(state.item, state.time, state.loop);
  stage.shadow.stale = true;
  $('anim-play').replaceChildren(icon(state.playing ? 'pause' : 'play'));
  $('anim-play').setAttribute('aria-label', state.playing ? 'Pause' : 'Play');
  $('anim-time').value = String(state.time);
  const length = state.item?.length ?? 0;
  const share = length ? (state.time / length) * 100 : 0;
  $('anim-time').style.setProperty('--share', `${share}%`);
  $('anim-time').setAttribute(
    'aria-valuetext',
    `${state.time.toFixed(2)} of ${length.toFixed(2)} seconds`,
  );
  $('anim-clock').textContent = state.item
    ? `${state.time.toFixed(2)} / ${length.toFixed(2)} s`
    : '';
  if (!state.item) $('anim-event').textContent = '';
  if (!ticking) stage.invalidate();
}

export const playerState = state;
