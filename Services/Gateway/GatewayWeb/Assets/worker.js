// The service worker: shows the last state of a page while the house cannot be reached.
//
// Pages are sent with `Cache-Control: no-store`. The copies here are a deliberate exception: they lie in the Cache
// storage of this browser, only when the page came over TLS (or from this very machine), and only while somebody is
// signed in. They go with the sign-out: the server sends `Clear-Site-Data`, and a page without the navigation, which
// only signed-out people get, empties the copies too, also when the session has just run out.

const PAGES = "kopilka-pages-1"
const PARTS = "kopilka-parts-1"
const MOST_PAGES = 30
const PART_KINDS = ["style", "script", "image", "manifest"]
const TIME = "kopilka-kept"

const WORDS = {
  en: {
    copy: time => `The house does not answer. This page is a copy of ${time}; nothing can be changed.`,
    none: "The house does not answer, and there is no copy of this page.",
    unsent: "The house did not answer. It may have received the form: look at the page before you send it again.",
    again: "Try again",
  },
  ru: {
    copy: time => `Дом не отвечает. Это копия страницы от ${time}; изменить ничего нельзя.`,
    none: "Дом не отвечает, и копии этой страницы нет.",
    unsent: "Дом не ответил. Форма могла до него дойти: посмотрите на страницу, прежде чем отправлять снова.",
    again: "Повторить",
  },
}

self.addEventListener("install", event => event.waitUntil(self.skipWaiting()))

self.addEventListener("activate", event => event.waitUntil((async () => {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name !== PAGES && name !== PARTS).map(name => caches.delete(name)))
  await self.clients.claim()
})()))

self.addEventListener("fetch", event => {
  const request = event.request
  if (new URL(request.url).origin !== self.location.origin) return
  const isPage = request.mode === "navigate"
  if (isPage && request.method !== "GET") return event.respondWith(sent(request))
  if (request.method !== "GET") return
  if (isPage || (request.headers.get("Accept") ?? "").startsWith("text/html")) {
    return event.respondWith(page(event, isPage))
  }
  if (PART_KINDS.includes(request.destination)) event.respondWith(part(event))
})

// Network first. Only a person who goes to a page gets a copy: the module shall see that the house is away.
async function page(event, mayBeCopy) {
  try {
    const response = await fetch(event.request)
    if (response.ok && (response.headers.get("Content-Type") ?? "").startsWith("text/html")) {
      event.waitUntil(keep(event.request, response.clone()))
    }
    return response
  } catch (failure) {
    if (!mayBeCopy) throw failure
    const copy = await (await caches.open(PAGES)).match(event.request.url, { ignoreVary: true })
    return copy ? marked(copy) : notice("none")
  }
}

async function sent(request) {
  try { return await fetch(request) } catch { return notice("unsent") }
}

// A page with `data-secret` shows what is shown once, such as spare codes: it is never kept.
async function keep(request, response) {
  const text = await response.text()
  if (!/<nav[^>]* class="nav"/.test(text)) return caches.delete(PAGES)
  if (response.redirected || /<main[^>]* data-secret/.test(text)) return
  const headers = new Headers(response.headers)
  headers.set(TIME, new Date().toISOString())
  const pages = await caches.open(PAGES)
  await pages.put(request.url, new Response(text, { headers }))
  // The oldest come first: `put` moves a page to the end.
  const kept = await pages.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_PAGES)).map(old => pages.delete(old)))
}

async function part(event) {
  const parts = await caches.open(PARTS)
  try {
    const response = await fetch(event.request)
    if (response.ok) event.waitUntil(parts.put(event.request, response.clone()))
    return response
  } catch (failure) {
    const copy = await parts.match(event.request)
    if (!copy) throw failure
    return copy
  }
}

async function marked(copy) {
  const text = await copy.text()
  const language = /<html[^>]* lang="ru"/.test(text) ? "ru" : "en"
  const time = new Date(copy.headers.get(TIME))
    .toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })
  const banner = `<p class="note waits" role="status">${WORDS[language].copy(time)}</p>`
  const page = text.replace("<html", "<html data-offline").replace("</header>", `${banner}</header>`)
  return new Response(page, { headers: copy.headers })
}

function notice(words) {
  const language = self.navigator.language.startsWith("ru") ? "ru" : "en"
  const page = `<!doctype html><html data-offline lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Kopilka</title>
<link rel="stylesheet" href="/style.css"></head><body><main class="scene"><h1>Kopilka</h1>
<p class="note waits">${WORDS[language][words]}</p><p><a class="btn" href="">${WORDS[language].again}</a></p></main></body></html>`
  return new Response(page, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  })
}
