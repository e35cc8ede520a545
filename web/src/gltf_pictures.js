// The pictures inside a GLB. The core says which material uses which, but decodes only the formats of the
// games: PNG and JPEG are decoded by the browser. The loader would fetch them, which the content security
// policy forbids.

/** A plugin of the loader: it leaves textures out. */
export const withoutTextures = () => ({
  name: 'waymark_without_textures',
  loadTexture: () => Promise.resolve(null),
});

// The games keep other things in alpha than transparency: the colours below it must stay. A canvas would lose them.
const AS_STORED = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };

/** {width, height, bitmap}, or null if the browser cannot decode it. */
async function decode(bytes, type) {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), AS_STORED);
    return { width: bitmap.width, height: bitmap.height, bitmap };
  } catch {
    return null;
  }
}

/** Gives pictures (textures.js) that the core has not decoded the pixels from the GLB that it made. */
export async function decodeInside(pictures, parser) {
  const inside = parser.json.images ?? [];
  for (const picture of pictures?.images ?? []) {
    const from = picture.width ? null : inside.find((i) => i.name === picture.name);
    if (from?.bufferView === undefined) continue;
    const bytes = await parser.getDependency('bufferView', from.bufferView);
    Object.assign(picture, await decode(bytes, from.mimeType));
  }
}
