// The service worker: keeps the files of one version of the page and answers with them. web/build.mjs
// puts in the version and the list of files. A new version is fetched as a whole and is used from the
// next start of the page on.
const CACHE = `waymark-${'VERSION'}`;
const NAMES = FILES;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // Past the browser's own cache, which may have files of an older version.
      .then((cache) => cache.addAll(NAMES.map((name) => new Request(name, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((n) => n.startsWith('waymark-') && n !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  // ?example=… is for the page, not for the server.
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(event.request)),
  );
});
