import { launchHeader } from '../shared/launch-header.ts'

/** Takes secrets out of text that is kept or handed on: the log file and the support bundle. */

const mark = '[redacted]'

/** Names whose values are secrets, as code, headers, settings and addresses write them. */
const secretName = [
  '(?:proxy-)?authorization',
  '(?:set-)?cookie',
  launchHeader,
  'launch_?secret',
  '(?:\\w*_)?(?:password|passwd)',
  '(?:access_?|refresh_?|id_?)?token',
  'secret',
  'otp',
  'one_?time_?code',
  'api_?key',
].join('|')

const patterns: readonly [RegExp, string][] = [
  // "token": "…" of JSON, token: '…' of Node's own print, both also escaped inside another string.
  [
    new RegExp(`((?:\\\\*["'])?(?:${secretName})(?:\\\\*["'])?\\s*[:=]\\s*)(\\\\*["'])(?:(?!\\2).)*\\2`, 'gi'),
    `$1$2${mark}$2`,
  ],
  // A header or a word of an address: to the end of the line, or of the word.
  [new RegExp(`^(\\s*(?:${secretName})\\s*:\\s*)(?!\\\\*["']).+$`, 'gim'), `$1${mark}`],
  [new RegExp(`\\b((?:${secretName})\\s*[:=]\\s*)(?!\\\\*["'])(?!\\[redacted\\])[^\\s,;&}\\])]+`, 'gi'), `$1${mark}`],
  [/\b(Bearer|Basic)\s+[\w.~+/-]{6,}=*/gi, `$1 ${mark}`],
  // user:password@ of an address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${mark}@`],
  // A JSON web token wherever it stands.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, mark],
]

/** Text without mail addresses and the user's own folder, which is called after them; as the system and as JSON write it. */
export function withoutPeople(text: string, home: string): string {
  const written = [JSON.stringify(home).slice(1, -1), home, home.replaceAll('\\', '/')]
  return written
    .reduce((clean, folder) => clean.replaceAll(folder, '~'), text)
    .replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[e-mail]')
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
