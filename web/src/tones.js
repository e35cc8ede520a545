// How light becomes colour: as the "neutral" mapping of Khronos, which keeps hues and compresses only what
// would burn to white. That one also takes away the light that glossy surfaces reflect. Nothing here is
// glossy, so it would only turn dark grey to black.

import { CustomToneMapping, ShaderChunk } from 'three';

const OLD = 'vec3 CustomToneMapping( vec3 color ) { return color; }';
const NEW = `vec3 CustomToneMapping( vec3 color ) {
  const float START = 0.76;
  color *= toneMappingExposure;
  float peak = max( color.r, max( color.g, color.b ) );
  if ( peak < START ) return color;
  float d = 1.0 - START;
  float most = 1.0 - d * d / ( peak + d - START );
  color *= most / peak;
  float grey = 1.0 - 1.0 / ( 0.15 * ( peak - most ) + 1.0 );
  return mix( color, vec3( most ), grey );
}`;

/** For renderers made after this. */
export function toneMapping() {
  const { tonemapping_pars_fragment: chunk } = ShaderChunk;
  if (!chunk.includes(OLD) && !chunk.includes(NEW)) throw new Error('three.js has other tones');
  ShaderChunk.tonemapping_pars_fragment = chunk.replace(OLD, NEW);
  return CustomToneMapping;
}
