// The page as an app that works without a network: the service worker keeps its files. Only pages
// of a web server can have one, not those opened from disk.

import { $ } from './dom.js';

export function startOffline() {
  if ($('waymark-wasm') || !isSecureContext || !navigator.serviceWorker) return;
  // The page came from the worker of an older version, and a newer one has taken over.
  if (navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      $('version-note').hidden = false;
    });
  // Refused in private windows of some browsers: the page then needs its server.
  navigator.serviceWorker.register('sw.js').catch(() => {});
}
