// A model from the core's GLB: roles, levels of detail, colourings, skeleton and animations.
// Meshes that the game hides (collision, helpers) are loaded too and can be shown.

import {
  AnimationMixer,
  Box3,
  LineBasicMaterial,
  LoopOnce,
  LoopRepeat,
  MeshLambertMaterial,
  MeshNormalMaterial,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ALONE, claySurface, PLAIN } from './colours.js';
import { differenceOf, SAME } from './differences.js';
import { css, plural } from './dom.js';
import { edgeMaterial, withEdges } from './edges.js';
import { ABSURD, boxEdges, thinLines, wideLines } from './lines.js';
import { dropFarKeys, dropFarVertices } from './outliers.js';
import { texturedMaterial } from './textures.js';

const ROLE_LAYER = { hidden: 'hidden', collision: 'collision', outline: 'outline' };

// Triangles of a model that gets lines at its edges.
const EDGE_LIMIT = 12000;

/** {glb, impossible, keys, hooks}: an answer of the core. pictures: those of its textures (textures.js), or null.
 * incomplete: the MDX is missing, so the model is drawn as wires. */
export async function loadModel(
  { glb, impossible, keys, hooks },
  pictures = null,
  incomplete = false,
) {
  const buffer = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength);
  const gltf = await new GLTFLoader().parseAsync(buffer, '');
  const view = new ModelView(gltf, pictures);
  view.incomplete = incomplete;
  view.impossible = new Set(impossible);
  view.leftOutKeys = keys ?? [];
  view.hooks = hooks;
  await view.addLevels();
  view.finish();
  return view;
}

// A glTF of another program may have anything in its extras.
const isNumber = Number.isFinite;
const eventsOf = (list) =>
  (Array.isArray(list) ? list : [])
    .filter((e) => isNumber(e?.time))
    .map((e) => ({ time: e.time, name: String(e.name ?? '') }));

class ModelView {
  constructor(gltf, pictures) {
    this.gltf = gltf;
    this.pictures = pictures;
    this.parser = gltf.parser;
    this.json = gltf.parser.json;
    this.root = gltf.scene;
    this.objects = new Map(); // number of the glTF node -> object
    this.hiddenByUser = new Set();
    this.extras = this.json.scenes?.[0]?.extras ?? {};
  }

  /** Coarser levels are referenced by MSFT_lod, which the loader ignores. */
  async addLevels() {
    this.index();
    for (const [i, def] of (this.json.nodes ?? []).entries()) {
      const parent = this.objects.get(i)?.parent;
      for (const id of def.extensions?.MSFT_lod?.ids ?? []) {
        if (!parent || this.objects.has(id)) continue;
        parent.add(await this.parser.getDependency('node', id));
      }
    }
    this.index();
  }

  index() {
    this.root.traverse((o) => {
      const nodes = this.parser.associations.get(o)?.nodes;
      if (nodes !== undefined && !this.objects.has(nodes)) this.objects.set(nodes, o);
    });
  }

  finish() {
    this.meshes = [];
    this.lights = [];
    this.bones = new Set();
    this.root.traverse((o) => {
      if (o.isLight) this.lights.push(o);
      if (!o.isMesh && !o.isLine && !o.isPoints) return;
      this.meshes.push(o);
      o.castShadow = o.isMesh;
      if (o.isMesh && !o.geometry.attributes.normal) o.geometry.computeVertexNormals();
      o.frustumCulled = !o.isSkinnedMesh;
      o.userData.own = o.material;
      o.userData.node = this.nodeOf(o);
      for (const b of o.skeleton?.bones ?? []) this.bones.add(b);
    });
    this.#leaveOut();
    this.#leaveOutFar();
    // The game's lights are made for its own light maps; here they are too bright.
    for (const l of this.lights) l.visible = false;
    this.levels = Math.max(
      1,
      ...(this.json.nodes ?? []).map((n) =>
        n.extras?.role || !isNumber(n.extras?.lod) ? 1 : n.extras.lod,
      ),
    );
    this.clips = this.#clips();
    this.mixer = new AnimationMixer(this.root);
    this.box = this.#restBox();
    this.#leaveOutKeys();
  }

  /** Meshes with numbers that cannot be places would flood the view: they are left out and named. */
  #leaveOut() {
    this.root.updateMatrixWorld(true);
    const v = new Vector3();
    const sane = (m) => {
      const at = m.geometry.attributes.position;
      for (let i = 0; i < at.count; i++) {
        v.fromBufferAttribute(at, i).applyMatrix4(m.matrixWorld);
        if (!(Math.max(Math.abs(v.x), Math.abs(v.y), Math.abs(v.z)) < ABSURD)) return false;
      }
      return true;
    };
    const damaged = (o) => {
      for (; o; o = o.parent) if (this.impossible.has(this.#ownNode(o))) return true;
      return false;
    };
    this.leftOut = this.meshes.filter((m) => damaged(m) || !sane(m));
    for (const m of this.leftOut) m.removeFromParent();
    this.meshes = this.meshes.filter((m) => !this.leftOut.includes(m));
  }

  /** Triangles with a vertex that is far away from all others would make the rest tiny. */
  #leaveOutFar() {
    this.leftOutParts = [];
    for (const { mesh, triangles, empty } of dropFarVertices(this.meshes)) {
      const name = this.#nameOf(mesh.userData.node);
      if (empty) this.leftOut.push(mesh);
      else this.leftOutParts.push(`${plural(triangles, 'triangle')} of ${name}`);
    }
    this.meshes = this.meshes.filter((m) => !this.leftOut.includes(m));
  }

  /** Keys that are far away from the others, and from the model. */
  #leaveOutKeys() {
    const size = Math.max(0.01, this.box.getSize(new Vector3()).length());
    for (const { name, clip } of this.clips)
      for (const track of clip?.tracks.filter((k) => k.name.endsWith('.position')) ?? []) {
        const count = dropFarKeys(track, size);
        const node = track.name.replace(/\.position$/, '');
        if (count) this.leftOutKeys.push({ animation: name, node, count });
      }
  }

  #nameOf(node) {
    return this.def(node).name || `node ${node}`;
  }

  /** What is not drawn: names of nodes, parts of them, keys of animations. */
  get leftOutNames() {
    const nodes = [...this.impossible, ...this.leftOut.map((m) => m.userData.node)];
    return [
      ...new Set(nodes.map((n) => this.#nameOf(n))),
      ...this.leftOutParts,
      ...this.leftOutKeys.map(
        (k) => `${plural(k.count, 'key')} of ${k.node} in animation ${k.animation}`,
      ),
    ];
  }

  #ownNode(object) {
    return this.parser.associations.get(object)?.nodes;
  }

  nodeOf(object) {
    for (let o = object; o; o = o.parent) {
      const nodes = this.parser.associations.get(o)?.nodes;
      if (nodes !== undefined) return nodes;
    }
    return -1;
  }

  /** Animations without a channel that glTF supports are stored in the extras of the scene. */
  #clips() {
    const made = this.gltf.animations.map((clip, i) => {
      const extras = this.json.animations[i].extras ?? {};
      const length = isNumber(extras.length) ? extras.length : clip.duration;
      clip.duration = Math.max(length, 1e-3);
      return {
        name: clip.name,
        clip,
        length: clip.duration,
        events: eventsOf(extras.events),
        transition: isNumber(extras.transition) ? extras.transition : 0,
      };
    });
    const others = this.extras.animations;
    for (const a of Array.isArray(others) ? others : []) {
      if (typeof a?.name === 'string' && !made.some((m) => m.name === a.name)) {
        made.push({
          name: a.name,
          clip: null,
          length: Math.max(isNumber(a.length) ? a.length : 0, 1e-3),
          events: eventsOf(a.events),
          transition: 0,
        });
      }
    }
    return made;
  }

  #restBox() {
    const box = new Box3();
    this.root.updateMatrixWorld(true);
    const grow = (all) => {
      for (const m of this.meshes) {
        if (!all && this.role(m)) continue;
        if (m.isSkinnedMesh) {
          m.computeBoundingBox();
          box.union(m.boundingBox.clone().applyMatrix4(m.matrixWorld));
        } else {
          box.expandByObject(m);
        }
      }
    };
    grow(false);
    if (box.isEmpty()) grow(true);
    if (box.isEmpty())
      this.root.traverse((o) => box.expandByPoint(o.getWorldPosition(new Vector3())));
    return box;
  }

  def(node) {
    return this.json.nodes?.[node] ?? {};
  }
  role(mesh) {
    return ROLE_LAYER[this.def(mesh.userData.node).extras?.role];
  }
  hasRole(layer) {
    return this.meshes.some((m) => this.role(m) === layer);
  }

  /** Show what the layers, the level of detail and the tree say. */
  apply({ layers, lod, colouring }) {
    for (const m of this.meshes) {
      const extras = this.def(m.userData.node).extras ?? {};
      const role = this.role(m);
      const wanted = Math.min(lod, this.levels);
      const level = !extras.lod || role || extras.lod === wanted;
      m.visible = (!role || layers[role]) && level && !this.#switchedOff(m);
      m.material = this.#material(m, role, layers, colouring);
      m.castShadow = m.isMesh && !role && !this.incomplete; // wires cast none
    }
    this.#wireBox();
    this.#skeleton(layers.skeleton);
    this.#normals(layers.normals);
  }

  /** Whether lines are drawn at the edges of shapes: not in large models, where they would hide the
   * faces and take long to find. */
  #edged() {
    if (this.edged === undefined) {
      const all = this.meshes.filter((m) => m.isMesh);
      const corners = (m) => (m.geometry.index ?? m.geometry.attributes.position).count;
      this.edged = !this.incomplete && all.reduce((n, m) => n + corners(m), 0) < EDGE_LIMIT * 3;
      if (this.edged) for (const m of all) m.geometry = withEdges(m.geometry);
    }
    return this.edged;
  }

  #wireBox() {
    if (!this.incomplete || this.frame || this.box.isEmpty()) return;
    const { min, max } = this.box;
    const edges = boxEdges([{ min: min.toArray(), max: max.toArray() }]);
    this.frame = thinLines(edges, { color: css('--warning-3d') });
    this.frame.raycast = () => {};
    (this.root.parent ?? this.root).add(this.frame);
  }

  #switchedOff(mesh) {
    for (let o = mesh; o; o = o.parent) if (this.hiddenByUser.has(o)) return true;
    return false;
  }

  #material(mesh, role, layers, colouring) {
    const own = mesh.userData.own;
    this.shown ??= new Map();
    if (!mesh.isMesh) return this.#lineMaterial();
    const difference =
      colouring === 'differences'
        ? differenceOf(this.marks?.[mesh.userData.node], this.side)
        : null;
    const key = `${difference?.key ?? own.uuid} ${role ?? ''} ${layers.wireframe} ${layers.textures} ${layers.lightmaps} ${colouring} ${mesh.geometry.attributes.color ? 'v' : ''}`;
    // Without the MDX there is nothing that says where a texture goes.
    const pictures = !role && colouring === 'material' && layers.textures && !this.incomplete;
    if (!this.shown.has(key))
      this.shown.set(
        key,
        (pictures && this.#textured(own, layers)) ||
          this.#clay(own, role, layers.wireframe || this.incomplete, colouring, difference),
      );
    return this.shown.get(key);
  }

  #clay(own, role, wireframe, colouring, difference) {
    const alone = this.#isAlone();
    const m = makeMaterial(own, { role, wireframe, colouring, difference, alone });
    return this.#edged() && !wireframe && colouring !== 'normal' ? edgeMaterial(m) : m;
  }

  /** Colours tell textures apart: a model with only one is drawn like clay, as in `render`. */
  #isAlone() {
    const shown = this.meshes.filter((m) => m.isMesh && !this.role(m));
    this.alone ??= new Set(shown.map((m) => clayOf(m.userData.own).getHex())).size === 1;
    return this.alone;
  }

  /** The material with its pictures, or null if it has none. */
  #textured(own, layers) {
    const index = this.parser.associations.get(own)?.materials;
    return index === undefined ? null : texturedMaterial(this.pictures, index, own, layers);
  }

  /** Outlines have no colour of their own; the theme's is visible on both backgrounds. */
  #lineMaterial() {
    const color = css('--perimeter-3d');
    if (!this.shown.has(color)) this.shown.set(color, new LineBasicMaterial({ color }));
    return this.shown.get(color);
  }

  #skeleton(shown) {
    if (!shown) {
      this.skeleton?.removeFromParent();
      this.skeleton?.geometry.dispose();
      this.skeleton = null;
      return;
    }
    if (!this.skeleton) {
      this.links = this.#links();
      const empty = new Float32Array(Math.max(1, this.links.length) * 6);
      this.skeleton = wideLines(empty, { color: css('--bone-3d'), width: 2.5, above: true });
      this.skeleton.frustumCulled = false;
    }
    this.followSkeleton();
  }

  /** Pairs of nodes that a bone connects. Without skins every node counts as a bone, as all can move. */
  #links() {
    const links = [];
    const part = new Set(this.bones);
    for (const b of this.bones) for (let o = b.parent; o; o = o.parent) part.add(o);
    for (const o of this.objects.values()) {
      const parent = o.parent;
      const top = !parent || parent === this.root || !this.#isNode(parent) || this.#isFrame(parent);
      if (!top && (!part.size || part.has(o))) links.push([parent, o]);
      else if (this.bones.has(o) && !o.children.some((c) => this.bones.has(c)))
        links.push([o, null]);
    }
    return links;
  }

  #isNode(o) {
    return this.parser.associations.get(o)?.nodes !== undefined;
  }
  /** The last node only rotates the scene upright. */
  #isFrame(o) {
    return this.parser.associations.get(o)?.nodes === (this.json.nodes?.length ?? 0) - 1;
  }

  followSkeleton() {
    if (!this.skeleton) return;
    this.root.updateMatrixWorld(true);
    const inverse = this.root.parent ? this.root.parent.matrixWorld.clone().invert() : null;
    const list = [];
    const a = new Vector3();
    const b = new Vector3();
    const mark = this.box.getSize(new Vector3()).length() / 120;
    for (const [from, to] of this.links) {
      a.setFromMatrixPosition(from.matrixWorld);
      if (inverse) a.applyMatrix4(inverse);
      if (!to) {
        list.push(
          a.x - mark,
          a.y,
          a.z,
          a.x + mark,
          a.y,
          a.z,
          a.x,
          a.y - mark,
          a.z,
          a.x,
          a.y + mark,
          a.z,
          a.x,
          a.y,
          a.z - mark,
          a.x,
          a.y,
          a.z + mark,
        );
        continue;
      }
      b.setFromMatrixPosition(to.matrixWorld);
      if (inverse) b.applyMatrix4(inverse);
      list.push(a.x, a.y, a.z, b.x, b.y, b.z);
    }
    if (list.length) this.skeleton.geometry.setPositions(list);
    if (!this.skeleton.parent) this.root.parent?.add(this.skeleton);
  }

  #normals(shown) {
    for (const n of this.normalLines ?? []) {
      n.removeFromParent();
      n.geometry.dispose();
    }
    this.normalLines = [];
    if (!shown) return;
    const length = this.box.getSize(new Vector3()).length() / 80;
    for (const m of this.meshes) {
      const { position, normal } = m.geometry.attributes;
      if (!m.isMesh || !m.visible || !normal) continue;
      const lines = new Float32Array(position.count * 6);
      const p = new Vector3();
      const q = new Vector3();
      for (let i = 0; i < position.count; i++) {
        p.fromBufferAttribute(position, i);
        q.fromBufferAttribute(normal, i).multiplyScalar(length).add(p);
        if (m.isSkinnedMesh) for (const v of [p, q]) m.applyBoneTransform(i, v);
        lines.set([p.x, p.y, p.z, q.x, q.y, q.z], i * 6);
      }
      const object = thinLines(lines, { color: css('--accent-3d') });
      m.add(object);
      this.normalLines.push(object);
    }
  }

  /** Poses the model at a time of an animation; null is the rest pose. */
  pose(item, time, loop) {
    if (item !== this.playing) {
      this.mixer.stopAllAction();
      this.playing = item;
      this.action = item?.clip ? this.mixer.clipAction(item.clip) : null;
      this.action?.reset().play();
    }
    if (this.action) {
      this.action.setLoop(loop ? LoopRepeat : LoopOnce, Infinity);
      this.action.clampWhenFinished = true;
      this.action.enabled = true;
      this.action.paused = false;
      this.action.time = Math.min(time, item.length * (1 - 1e-6));
      this.mixer.update(0);
    }
    this.followSkeleton();
  }

  /** Numbers for the status line. */
  get counts() {
    let triangles = 0;
    for (const m of this.meshes) {
      if (m.isMesh && m.visible)
        triangles += (m.geometry.index?.count ?? m.geometry.attributes.position.count) / 3;
    }
    return {
      nodes: Math.max(0, (this.json.nodes?.length ?? 1) - 1),
      meshes: this.meshes.length,
      triangles,
    };
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
