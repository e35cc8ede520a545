// The page as an app that works without a network: the service worker keeps its files. Only pages
// of a web server can have one, not those opened from disk.

import { $ } from './dom.js';

export function startOffline() {
  if ($('waymark-wasm') || !isSecureContext || !navigator.serviceWorker) return;
  // Refused in private windows of some browsers: the page then needs its server.
  navigator.serviceWorker.register('sw.js').catch(() => {});
}
