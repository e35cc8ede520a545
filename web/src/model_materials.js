// What the meshes of a model are drawn with: their textures, clay with lines at the edges, or the colours of
// a colouring.

import { LineBasicMaterial, MeshLambertMaterial, MeshNormalMaterial } from 'three';
import { ALONE, claySurface, PLAIN } from './colours.js';
import { differenceOf, SAME } from './differences.js';
import { css } from './dom.js';
import { edgeMaterial, withEdges } from './edges.js';
import { texturedMaterial } from './textures.js';

// Triangles of a model that gets lines at its edges.
const EDGE_LIMIT = 12000;

/** The materials of a model (model_view.js); each is made once. */
export class ModelMaterials {
  #made = new Map();

  constructor(view) {
    this.view = view;
  }

  of(mesh, role, layers, colouring) {
    if (!mesh.isMesh) return this.#line();
    const { incomplete, marks, side } = this.view;
    const { own, node } = mesh.userData;
    const difference = colouring === 'differences' ? differenceOf(marks?.[node], side) : null;
    const { wireframe, textures, lightmaps } = layers;
    const coloured = mesh.geometry.attributes.color ? 'v' : '';
    const key = `${difference?.key ?? own.uuid} ${role ?? ''} ${wireframe} ${textures} ${lightmaps} ${colouring} ${coloured}`;
    // Without the MDX there is nothing that says where a texture goes.
    const pictures = !role && colouring === 'material' && textures && !incomplete;
    return this.#once(
      key,
      () =>
        (pictures && this.#textured(own, layers)) ||
        this.#clay(own, role, wireframe || incomplete, colouring, difference),
    );
  }

  #once(key, make) {
    if (!this.#made.has(key)) this.#made.set(key, make());
    return this.#made.get(key);
  }

  /** Whether lines are drawn at the edges of shapes: not in large models, where they would hide the
   * faces and take long to find. */
  #edged() {
    if (this.edged === undefined) {
      const { meshes, incomplete } = this.view;
      const all = meshes.filter((m) => m.isMesh);
      const corners = (m) => (m.geometry.index ?? m.geometry.attributes.position).count;
      this.edged = !incomplete && all.reduce((n, m) => n + corners(m), 0) < EDGE_LIMIT * 3;
      if (this.edged) for (const m of all) m.geometry = withEdges(m.geometry);
    }
    return this.edged;
  }

  #clay(own, role, wireframe, colouring, difference) {
    const alone = this.#isAlone();
    const m = makeMaterial(own, { role, wireframe, colouring, difference, alone });
    return this.#edged() && !wireframe && colouring !== 'normal' ? edgeMaterial(m) : m;
  }

  /** Colours tell textures apart: a model with only one is drawn like clay, as in `render`. */
  #isAlone() {
    const { view } = this;
    const shown = view.meshes.filter((m) => m.isMesh && !view.role(m));
    this.alone ??= new Set(shown.map((m) => clayOf(m.userData.own).getHex())).size === 1;
    return this.alone;
  }

  /** The material with its pictures, or null if it has none. */
  #textured(own, layers) {
    const index = this.view.parser.associations.get(own)?.materials;
    return index === undefined ? null : texturedMaterial(this.view.pictures, index, own, layers);
  }

  /** Outlines have no colour of their own; the theme's is visible on both backgrounds. */
  #line() {
    const color = css('--perimeter-3d');
    return this.#once(color, () => new LineBasicMaterial({ color }));
  }
}

const clayOf = (own) =>
  claySurface(own.userData?.textures?.colour?.name ?? own.name ?? '', own.color);

function makeMaterial(own, { role, wireframe, colouring, difference, alone }) {
  if (colouring === 'normal') return new MeshNormalMaterial({ wireframe, side: own.side });
  const m = new MeshLambertMaterial({
    wireframe,
    side: own.side,
    vertexColors: own.vertexColors && colouring === 'material',
    transparent: own.transparent,
    opacity: own.opacity,
    alphaTest: own.alphaTest,
    depthWrite: own.depthWrite,
  });
  if (colouring === 'plain') m.color.copy(PLAIN);
  else if (difference) tint(m, difference);
  else if (own.vertexColors && own.color.getHex() === 0xffffff) m.color.copy(own.color);
  // Without its texture a material would be white.
  else m.color.copy(alone && !role ? ALONE : clayOf(own));
  if (own.emissive?.getHex()) m.emissive.copy(own.emissive).multiplyScalar(0.4);
  if (role === 'collision')
    Object.assign(m, { transparent: true, opacity: 0.45, depthWrite: false });
  return m;
}

/** The colour of what differs; what is the same is see-through, so that nothing hides behind it. */
function tint(m, difference) {
  m.color.copy(difference.colour);
  Object.assign(m, { vertexColors: false, transparent: false, opacity: 1, alphaTest: 0 });
  m.depthWrite = true;
  if (difference === SAME) Object.assign(m, { transparent: true, opacity: 0.55 });
}
