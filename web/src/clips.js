// The animations of a model: those of its glTF, and those that glTF cannot hold.

const isNumber = Number.isFinite;

// A glTF of another program may have anything in its extras.
const eventsOf = (list) =>
  (Array.isArray(list) ? list : [])
    .filter((e) => isNumber(e?.time))
    .map((e) => ({ time: e.time, name: String(e.name ?? '') }));

function ofClip(clip, extras) {
  const length = isNumber(extras.length) ? extras.length : clip.duration;
  clip.duration = Math.max(length, 1e-3);
  return {
    name: clip.name,
    clip,
    length: clip.duration,
    events: eventsOf(extras.events),
    transition: isNumber(extras.transition) ? extras.transition : 0,
  };
}

/** [{name, clip, length, events, transition}]. Animations without a channel that glTF supports are stored in
 * the extras of the scene; their clip is null. */
export function clipsOf({ animations, parser: { json } }, extras) {
  const made = animations.map((clip, i) => ofClip(clip, json.animations[i].extras ?? {}));
  const others = extras.animations;
  for (const a of Array.isArray(others) ? others : []) {
    if (typeof a?.name !== 'string' || made.some((m) => m.name === a.name)) continue;
    made.push({
      name: a.name,
      clip: null,
      length: Math.max(isNumber(a.length) ? a.length : 0, 1e-3),
      events: eventsOf(a.events),
      transition: 0,
    });
  }
  return made;
}
