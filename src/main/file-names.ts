/** Names for saved files, made from what a server says and safe on every system. */

const longest = 120

/** Windows opens devices by these names, whatever the ending. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Marks that turn the reading direction or are not seen: `invoice\u202Efdp.exe` reads as a PDF. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

/** One plain file name: no folder, no forbidden or unseen character, not reserved, at most 120 characters with its ending. */
export function cleanName(wanted: string, fallback: string): string {
  const bare = wanted.normalize('NFC').replace(unseen, '').split(/[\\/]/).at(-1) ?? ''
  const plain = bare.replace(/[<>:"|?*]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '')
  if (plain === '') return fallback
  const { stem, ending } = parts(plain)
  const safeStem = reserved.test(stem.split('.')[0]?.trim() ?? '') ? `_${stem}` : stem
  return `${cut(safeStem, longest - ending.length)}${ending}`
}

function parts(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || name.length - dot > 10) return { stem: name, ending: '' }
  return { stem: name.slice(0, dot), ending: name.slice(dot) }
}

/** Cuts by whole characters, so that none is left half. */
function cut(text: string, length: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > length) break
    kept += character
  }
  return kept.trimEnd()
}

/**
 * The file name of a Content-Disposition header (RFC 6266: `filename*` wins over `filename`), cleaned; `fallback` when the
 * header is missing, names nothing, or names another kind of file than `fallback` does.
 */
export function nameFromDisposition(header: string | null, fallback: string): string {
  const safeFallback = cleanName(fallback, 'file')
  const wanted = header === null ? null : (extended(header) ?? plain(header))
  if (wanted === null) return safeFallback
  const name = cleanName(wanted, safeFallback)
  const { ending } = parts(safeFallback)
  // An .exe in the place of a .csv is no name of ours.
  return parts(name).ending.toLowerCase() === ending.toLowerCase() ? name : `${parts(name).stem}${ending}`
}

function extended(header: string): string | null {
  const found = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (found === undefined) return null
  try {
    return decodeURIComponent(found)
  } catch {
    // Wrongly escaped: the plain name is used.
    return null
  }
}

function plain(header: string): string | null {
  const found = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  if (found === null) return null
  return found[1] !== undefined ? found[1].replace(/\\(.)/g, '$1') : (found[2]?.trim() ?? null)
}
