// What a page can do beyond HTML: news without reloading, checks while somebody types, values under a finger, segments
// to drag, passkeys. Every page works without it. It has no words: those come from attributes of the page.

const one = (selector, within = document) => within.querySelector(selector)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

// MARK: A newer page

const isField = node => node.matches("input:not([type=hidden],[type=file],[type=submit]),select,textarea")

function isChanged(field) {
  if (!field.options) return field.value !== field.defaultValue
  return field.selectedIndex !== Math.max([...field.options].findIndex(option => option.defaultSelected), 0)
}

// Names an element among its siblings, so that rows and fields keep their focus when others come before them.
const NAMES = ["id", "data-key", "data-end", "name", "role"]
const key = node => node.nodeType !== 1 ? node.nodeName
  : `${node.nodeName} ${NAMES.map(name => node.getAttribute(name)).find(Boolean) ?? ""}`
    + (node.nodeName === "BUTTON" ? node.value : "")

// The module sets these itself, or the person does.
const OWN = new Set(["tabindex", "open"])

// Makes an element equal to a newer one. What need not change stays: focus, caret, scrolling and changed fields.
function settle(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data
    return
  }
  const keeps = isField(old) && isChanged(old)
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name)
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !OWN.has(name)) old.setAttribute(name, value)
  }
  settleContent(old, fresh)
  if (isField(old) && !keeps && old.value !== fresh.value) old.value = fresh.value
}

function settleContent(old, fresh) {
  // The module fills it.
  if (old.matches("output.say")) return
  const known = new Map()
  for (const child of old.childNodes) {
    const name = key(child)
    known.set(name, [...known.get(name) ?? [], child])
  }
  const pairs = [...fresh.childNodes].map(child => [known.get(key(child))?.shift(), child])
  // What goes does so first: what stays need not move then, and an element that moves loses the focus.
  for (const child of [...known.values()].flat()) child.remove()
  let place = old.firstChild
  for (const [same, child] of pairs) {
    if (same) settle(same, child)
    const next = same ?? document.importNode(child, true)
    if (next === place) place = place.nextSibling
    else old.insertBefore(next, place)
  }
}

const equipments = []

// Has something done with the page now, and with every newer state of it.
function onPage(equipment) {
  equipments.push(equipment)
  equipment()
}

// Shows the page in a response. One that leads elsewhere is visited instead.
async function show(response) {
  const text = await response.text()
  if (isLeaving) return
  const fresh = new DOMParser().parseFromString(text, "text/html")
  const scene = one("main#scene", fresh)
  if (!response.ok || !scene) throw new Error(`status ${response.status}`)
  if (new URL(response.url).pathname !== location.pathname) return location.assign(response.url)
  document.title = fresh.title
  const focused = document.activeElement
  for (const part of [".top", "nav.nav", "nav.sub", "main#scene"]) {
    const [old, next] = [one(part), one(part, fresh)]
    if (old && next) settle(old, next)
  }
  if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true })
  mark(false)
  for (const equip of equipments) equip()
}

const request = (address, fields) => fetch(address, {
  method: fields ? "POST" : "GET", body: fields, headers: { Accept: "text/html" },
})

const address = () => one("main#scene")?.dataset.address

let isLeaving = false
let isHeld = false
let isRenewing = false
let isOutdated = false

// Fetches the page again. After any number of changes one more look is enough.
async function renew() {
  isOutdated = true
  if (!address() || isRenewing || isHeld || isLeaving || filling) return
  isRenewing = true
  try {
    while (isOutdated && !isHeld && !isLeaving && !filling) {
      isOutdated = false
      const response = await request(location.href)
      if (filling || isHeld) isOutdated = true
      else await show(response)
    }
  } catch { mark(true) } finally { isRenewing = false }
}

// Stops renewals while a finger or a passkey works.
function hold(state) {
  isHeld = state
  if (!state && isOutdated) renew()
}

// MARK: News

let stream = null
let pause = 1

function listen() {
  if (stream || !one("nav.nav") || document.hidden) return
  stream = new EventSource("/events")
  stream.addEventListener("open", () => {
    if ("offline" in document.documentElement.dataset) return location.reload()
    pause = 1
    renew()
  })
  stream.addEventListener("changed", event => {
    if (event.data === "*" || event.data === address()) renew()
  })
  // Not while signing out: its answer would take the cookie of the next page.
  stream.addEventListener("over", () => isLeaving || location.reload())
  stream.addEventListener("error", () => {
    setTimeout(() => stream?.readyState === EventSource.OPEN || document.hidden || renew(), 4_000)
    if (stream?.readyState !== EventSource.CLOSED) return
    hush()
    pause = Math.min(pause * 2, 60)
    setTimeout(listen, pause * 1000)
  })
}

function hush() {
  stream?.close()
  stream = null
}

const mark = isLost => one("html:not([data-offline]) .away")?.toggleAttribute("hidden", !isLost)

// A browser has six connections to a house: pages that nobody looks at give theirs back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return hush()
  listen()
  renew()
})
addEventListener("pagehide", hush)

// MARK: Forms

const action = form => form.getAttribute("action") || location.href

function fieldsOf(form, order) {
  const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"))
  fields.set("do", order)
  return fields
}

let filling = null

// Sends a form without leaving the page, and shows the answer. One after the other: a ticket is good for one screen.
async function send(form, order) {
  while (filling) await filling
  if (isLeaving) return
  filling = (async () => {
    try { await show(await request(action(form), fieldsOf(form, order))) } catch { mark(true) }
  })()
  await filling
  filling = null
  if (isOutdated) renew()
}

let typing = 0

document.addEventListener("input", event => {
  const form = event.target.closest?.("form[data-live]")
  if (!form || event.target.type === "file") return
  clearTimeout(typing)
  typing = setTimeout(() => form.isConnected && send(form, "fill"), 300)
})

const sent = new WeakSet()

document.addEventListener("submit", event => {
  const [form, button] = [event.target, event.submitter]
  if (form.getAttribute("method")?.toLowerCase() !== "post") return
  if (sent.has(form)) return event.preventDefault()
  const passkey = button?.value === "credential" && one(".passkey", form)
  if (passkey && !form.elements.credential.value) {
    event.preventDefault()
    return askAuthenticator(passkey)
  }
  clearTimeout(typing)
  if (filling) {
    event.preventDefault()
    return filling.then(() => form.requestSubmit(button?.isConnected ? button : null))
  }
  sent.add(form)
  isLeaving = true
  setTimeout(() => rest(form), 10_000)
})

function rest(form) {
  sent.delete(form)
  isLeaving = false
}

addEventListener("pageshow", event => {
  if (!event.persisted) return
  all("form").forEach(rest)
  listen()
  renew()
})

// MARK: Charts: the value next to a finger or a mouse, or where the arrow keys lead

const hairsOf = svg => all(".hair", svg)
const shown = new WeakMap()
let saying = 0

const number = (node, name) => Number(node.getAttribute(name))
const middle = hair => number(hair.firstElementChild, "x") + number(hair.firstElementChild, "width") / 2

function nearest(svg, hairs, x) {
  const at = new DOMPoint(x, 0).matrixTransform(svg.getScreenCTM().inverse()).x
  return hairs.reduce((best, hair, index) =>
    Math.abs(middle(hair) - at) < Math.abs(middle(hairs[best]) - at) ? index : best, 0)
}

function point(svg, index, delay) {
  const hairs = hairsOf(svg)
  const hair = hairs[Math.min(Math.max(index, 0), hairs.length - 1)]
  if (!hair) return
  hairs.forEach(other => other.classList.toggle("on", other === hair))
  shown.set(svg, hairs.indexOf(hair))
  const output = one("output.say", svg.parentElement)
  clearTimeout(saying)
  const words = one("text", hair)?.textContent ?? ""
  saying = setTimeout(() => { if (output && output.value !== words) output.value = words }, delay)
}

const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }

// Returns the place that a key leads to; null for other keys.
function stepped(event, index, count) {
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  if (event.key === "Home") return 0
  if (event.key === "End") return count - 1
  return event.key in STEPS ? Math.min(Math.max(index + STEPS[event.key], 0), count - 1) : null
}

document.addEventListener("pointermove", event => {
  const svg = event.target.closest?.(".chart>svg")
  if (dragged) return drag(event)
  if (svg && one(".hair", svg)) point(svg, nearest(svg, hairsOf(svg), event.clientX), 300)
})

document.addEventListener("keydown", event => {
  const grip = event.target.closest?.(".grip")
  if (grip) return slide(event, grip)
  if (!event.target.matches?.(".chart>svg")) return
  const hairs = hairsOf(event.target)
  const next = stepped(event, hairs.findIndex(hair => hair.classList.contains("on")), hairs.length)
  if (next === null) return
  event.preventDefault()
  point(event.target, next, 0)
})

// MARK: Segments of charts, with ends to drag

const segments = new WeakMap()
let dragged = null
let resting = 0

// Reads a segment as it was drawn: its ends move with the distances between the hairs from there on.
function segmentOf(svg) {
  if (segments.has(svg)) return segments.get(svg)
  const [hairs, form] = [hairsOf(svg), svg.closest("form")]
  const place = end => {
    const index = hairs.findIndex(hair => hair.dataset.key === form.elements[`span-${end}`].defaultValue)
    return index < 0 ? number(one(`.grip[data-end=${end}]`, svg), "aria-valuenow") : index
  }
  const [band, first, last] = [one(".band", svg), place("first"), place("last")]
  const drawn = { first, last, x: number(band, "x"), width: number(band, "width") }
  const segment = { svg, hairs, form, band, first, last, drawn }
  segments.set(svg, segment)
  return segment
}

function move(segment, first, last) {
  const { svg, hairs, band, drawn } = segment
  Object.assign(segment, { first, last })
  const by = { first: 0, last: 0 }
  for (const end of ["first", "last"]) {
    const hair = hairs[segment[end]]
    by[end] = middle(hair) - middle(hairs[drawn[end]])
    const grip = one(`.grip[data-end=${end}]`, svg)
    grip.setAttribute("transform", `translate(${by[end]} 0)`)
    grip.ariaValueNow = segment[end]
    grip.ariaValueText = hair.dataset.name ?? one("text", hair)?.textContent ?? ""
  }
  band.setAttribute("x", drawn.x + by.first)
  band.setAttribute("width", Math.max(0, drawn.width + by.last - by.first))
}

async function commit(segment) {
  const { form, hairs, drawn, first, last } = segment
  if (first === drawn.first && last === drawn.last) return
  const inputs = ["first", "last"].map(end => form.elements[`span-${end}`])
  inputs.forEach((input, end) => { input.value = hairs[end ? last : first].dataset.key })
  await send(form, "span")
  // What the house has made of it.
  for (const input of inputs) input.value = input.defaultValue
}

function slide(event, grip) {
  const segment = segmentOf(grip.ownerSVGElement)
  const end = grip.dataset.end
  const next = stepped(event, segment[end], segment.hairs.length)
  if (next === null) return
  event.preventDefault()
  if (end === "first") move(segment, Math.min(next, segment.last - 1), segment.last)
  else move(segment, segment.first, Math.max(next, segment.first + 1))
  hold(true)
  clearTimeout(resting)
  resting = setTimeout(() => { commit(segmentOf(segment.svg)); hold(false) }, 600)
}

document.addEventListener("pointerdown", event => {
  const part = event.button === 0 && event.target.closest?.(".grip,.band")
  if (!part) return
  const segment = segmentOf(part.ownerSVGElement)
  const from = nearest(segment.svg, segment.hairs, event.clientX)
  part.setPointerCapture(event.pointerId)
  if (part.matches(".grip")) part.focus()
  event.preventDefault()
  dragged = { svg: segment.svg, end: part.dataset.end, from, first: segment.first, last: segment.last }
  hold(true)
})

function drag(event) {
  const { svg, end, from, first, last } = dragged
  const segment = segmentOf(svg)
  const at = nearest(segment.svg, segment.hairs, event.clientX)
  const most = segment.hairs.length - 1
  const by = Math.min(Math.max(at - from, -first), most - last)
  if (end === "first") move(segment, Math.min(first + Math.max(at - from, -first), last - 1), last)
  else if (end === "last") move(segment, first, Math.max(last + Math.min(at - from, most - last), first + 1))
  else move(segment, first + by, last + by)
}

for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    if (!dragged) return
    const { svg, first, last } = dragged
    const segment = segmentOf(svg)
    dragged = null
    if (kind === "pointercancel") move(segment, first, last)
    else commit(segment)
    hold(false)
  })
}

onPage(() => {
  for (const svg of all(".chart>svg:has(.hair)")) {
    svg.tabIndex = 0
    segments.delete(svg)
    if (shown.has(svg)) point(svg, shown.get(svg), 300)
  }
})

// MARK: Passkeys

const asked = new Set()

// Gets the answer of an authenticator into a form, and sends the form.
async function askAuthenticator(passkey) {
  const [form, error] = [passkey.closest("form"), one(".error", passkey)]
  const { purpose, options, refused, known, failed } = passkey.dataset
  asked.add(options)
  error.textContent = ""
  hold(true)
  try {
    const [json, isNew] = [JSON.parse(options), purpose === "register"]
    const publicKey = PublicKeyCredential[`parse${isNew ? "Creation" : "Request"}OptionsFromJSON`](json)
    const credential = await navigator.credentials[isNew ? "create" : "get"]({ publicKey })
    form.elements.credential.value = JSON.stringify(credential)
    form.requestSubmit(one("button", passkey))
  } catch ({ name }) {
    error.textContent = { NotAllowedError: refused, AbortError: refused, InvalidStateError: known }[name] ?? failed
  } finally { hold(false) }
}

onPage(() => {
  for (const passkey of all(".passkey.now")) asked.has(passkey.dataset.options) || askAuthenticator(passkey)
})

listen()

// Days and hours as they are here, for a person who has not said otherwise.
document.cookie = `kopilka-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;samesite=strict`

// Copies of pages, for when the house cannot be reached: browsers allow it over TLS and on this machine only.
if (isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {})
