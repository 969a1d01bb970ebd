const LONGEST = 150

/** A file name without path, control characters or signs that Windows refuses; never empty. */
export function cleanFileName(name: string, otherwise = 'file'): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const cleaned = last
    .normalize('NFC')
    // Bidirectional marks can make "exe.csv" look like "csv.exe".
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
  return shorten(cleaned) || otherwise
}

/** The end of a file name from its last dot, in lower case; '' when there is none. */
export function extensionOf(name: string): string {
  return /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? ''
}

function shorten(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= LONGEST) return name
  const end = extensionOf(name)
  return letters.slice(0, LONGEST - end.length).join('') + end
}

/** The header that names a file, by RFC 6266: a plain name for old programs, the true one by RFC 5987. */
export function contentDisposition(name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const cleaned = cleanFileName(name)
  const plain = cleaned.replace(/[^\x20-\x7e]/g, '_').replace(/[%\\]/g, '_')
  const encoded = encodeURIComponent(cleaned).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
