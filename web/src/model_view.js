// A model from the core's GLB: roles, levels of detail, colourings, skeleton and animations.
// Meshes that the game hides (collision, helpers) are loaded too and can be shown.

import { AnimationMixer, Box3, LoopOnce, LoopRepeat, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { clipsOf } from './clips.js';
import { plural } from './dom.js';
import { decodeInside, withoutTextures } from './gltf_pictures.js';
import { ABSURD } from './lines.js';
import { normalLines, Skeleton, wireBox } from './model_lines.js';
import { ModelMaterials } from './model_materials.js';
import { dropFarKeys, dropFarVertices } from './outliers.js';

const ROLE_LAYER = { hidden: 'hidden', collision: 'collision', outline: 'outline' };

/** {glb, impossible, keys, hooks}: an answer of the core. pictures: those of its textures (textures.js), or null.
 * incomplete: the MDX is missing, so the model is drawn as wires. */
export async function loadModel(
  { glb, impossible, keys, hooks },
  pictures = null,
  incomplete = false,
) {
  const buffer = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength);
  const gltf = await new GLTFLoader().register(withoutTextures).parseAsync(buffer, '');
  await decodeInside(pictures, gltf.parser);
  const view = new ModelView(gltf, pictures);
  view.incomplete = incomplete;
  view.impossible = new Set(impossible);
  view.leftOutKeys = keys ?? [];
  view.hooks = hooks;
  await view.addLevels();
  view.finish();
  return view;
}

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
    this.materials = new ModelMaterials(this);
    this.skeleton = new Skeleton(this);
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
        n.extras?.role || !Number.isFinite(n.extras?.lod) ? 1 : n.extras.lod,
      ),
    );
    this.clips = clipsOf(this.gltf, this.extras);
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
      for (; o; o = o.parent) if (this.impossible.has(this.ownNode(o))) return true;
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

  /** The number of the glTF node that an object is, if it is one. */
  ownNode(object) {
    return this.parser.associations.get(object)?.nodes;
  }

  nodeOf(object) {
    for (let o = object; o; o = o.parent) {
      const node = this.ownNode(o);
      if (node !== undefined) return node;
    }
    return -1;
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
      m.material = this.materials.of(m, role, layers, colouring);
      m.castShadow = m.isMesh && !role && !this.incomplete; // wires cast none
    }
    this.#wireBox();
    this.skeleton.show(layers.skeleton);
    this.#normals(layers.normals);
  }

  #wireBox() {
    if (!this.incomplete || this.frame || this.box.isEmpty()) return;
    this.frame = wireBox(this.box);
    (this.root.parent ?? this.root).add(this.frame);
  }

  #switchedOff(mesh) {
    for (let o = mesh; o; o = o.parent) if (this.hiddenByUser.has(o)) return true;
    return false;
  }

  #normals(shown) {
    for (const n of this.normals ?? []) {
      n.removeFromParent();
      n.geometry.dispose();
    }
    this.normals = shown ? normalLines(this) : [];
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
    this.skeleton.follow();
  }

  /** Numbers for the status line. */
  get counts() {
    let triangles = 0;
    for (const m of this.meshes) {
      if (m.isMesh && m.visible)
        triangles += (m.geometry.index?.count ?? m.geometry.attributes.position.count) / 3;
    }
    return {
      nodes: this.json.nodes?.slice(1).filter((n) => n.extras?.kind !== 'times').length ?? 0,
      meshes: this.meshes.length,
      triangles,
    };
  }
}
