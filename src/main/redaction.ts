import { launchHeader } from '../shared/kernel/headers.ts'

/** Takes secrets out of text that is kept or handed on: the log file and the support bundle. */

const mark = '[redacted]'

/** Names whose values are secrets, as code, headers, settings and addresses write them, alone or as the end of a longer name. */
const secretName = [
  'authorization',
  'cookie',
  launchHeader,
  'launch_?secret',
  'password',
  'passwd',
  'token',
  'secret',
  'otp',
  'one_?time_?code',
  'api_?key',
].join('|')

/** Each takes time in proportion to the text, whatever the text: it may be a hostile server's, and main stands still meanwhile. */
const patterns: readonly [RegExp, string][] = [
  // "token": "…" of JSON, token: '…' of Node's own print, both also escaped inside another string.
  [new RegExp(`((?:${secretName})(?:\\\\*["'])?\\s*[:=]\\s*)(\\\\*["'])(?:(?!\\2).)*\\2`, 'gi'), `$1$2${mark}$2`],
  // A header or a word of an address: to the end of the line, or of the word.
  [new RegExp(`^([^\\S\\n]*(?:proxy-|set-|\\w+_)?(?:${secretName})\\s*:\\s*)(?!\\\\*["']).+$`, 'gim'), `$1${mark}`],
  [new RegExp(`((?:${secretName})\\s*[:=]\\s*)(?!\\\\*["'])(?!\\[redacted\\])[^\\s,;&}\\])]+`, 'gi'), `$1${mark}`],
  [/\b(Bearer|Basic)\s+[\w.~+/-]{6,}=*/gi, `$1 ${mark}`],
  // user:password@ of an address, or a token in their place.
  [/(:\/\/)[^\s/@"'?#]+@/g, `$1${mark}@`],
  // A JSON web token wherever it stands.
  [/\beyJ[\w-]{8,4000}\.[\w-]{8,4000}\.[\w-]*/g, mark],
]

/** Text without mail addresses and the user's own folder, which is called after them; as the system and as JSON write it. */
export function withoutPeople(text: string, home: string): string {
  const written = [JSON.stringify(home).slice(1, -1), home, home.replaceAll('\\', '/')]
  return written
    .reduce((clean, folder) => clean.replaceAll(folder, '~'), text)
    .replace(/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,}/gu, '[e-mail]')
}

/** Secrets that the app itself holds now, wherever they stand and however they are named. */
const held: (() => string | null)[] = []

export function hideSecret(secret: () => string | null): void {
  held.push(secret)
}

/** Short ones would black out half a text. */
const shortestHeld = 8

export function redacted(text: string): string {
  let clean = text
  for (const secret of held) {
    const word = secret()
    if (word !== null && word.length >= shortestHeld) clean = clean.replaceAll(word, mark)
  }
  for (const [pattern, instead] of patterns) clean = clean.replace(pattern, instead)
  return clean
}
