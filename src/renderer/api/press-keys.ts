/**
 * Keys of presses whose answer is not known. A press of the same content takes the key of the one before, so that what was done though
 * its answer was lost is not done a second time. They outlive a reload, for the form's draft does.
 */

/** What was sent, and under which key. */
interface Noted {
  print: string
  key: string
  at: number
  /** Never written down: its content holds a password or a one-time code. */
  isSecret: boolean
}

/** The server forgets a key after a week (`app/housekeeping.ts`). */
const keptMillis = 24 * 60 * 60_000
const most = 200
const place = 'selvedge.press-keys'
const secrets = /"(password|new_password|current_password|otp)":/

let noted: Noted[] | null = null
/** Under way from this page: another press meanwhile is another wish. */
const underWay = new Set<string>()

/** The key under which this content goes out: one that waits for its answer, or the one given. Held until `noteOutcome`. */
export function keyOfPress(path: string, body: unknown, given: string, now = Date.now()): string {
  const content = contentOf(body)
  const print = printOf(`${path}\n${content}`)
  const before = readNoted().filter((one) => now - one.at < keptMillis)
  const alike = before.filter((one) => one.print === print)
  const own = alike.find(({ key }) => key === given) ?? alike.find(({ key }) => !underWay.has(key))
  const key = own?.key ?? given
  underWay.add(key)
  if (own === undefined) before.push({ print, key, at: now, isSecret: secrets.test(content) })
  write(before)
  return key
}

/** An answer is known once a server has given one: a success or a refusal. No answer, or a proxy's, leaves it open. */
export function noteOutcome(key: string, status: number): void {
  underWay.delete(key)
  if (status > 0 && status < 500 && status !== 401) write(readNoted().filter((one) => one.key !== key))
}

function readNoted(): Noted[] {
  if (noted !== null) return noted
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    noted = Array.isArray(kept) ? (kept as Noted[]) : []
  } catch {
    // Without a place to keep them they last as long as the page.
    noted = []
  }
  return noted
}

function write(next: Noted[]): void {
  noted = next.slice(-most)
  try {
    sessionStorage.setItem(place, JSON.stringify(noted.filter(({ isSecret }) => !isSecret)))
  } catch {
    // As above.
  }
}

/** A body as text: a form by its fields, its files by what tells them apart without reading them. */
function contentOf(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body ?? null)
  const entries = [...body.entries()].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  )
  return JSON.stringify(entries)
}

/** 53 bits of a text: two contents of one person's day are not mistaken for each other, and nobody reads one out of it. */
function printOf(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    one = Math.imul(one ^ sign, 2654435761)
    two = Math.imul(two ^ sign, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36)
}
