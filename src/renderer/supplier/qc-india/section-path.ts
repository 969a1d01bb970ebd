/** The part that the address needs no word for. */
export const firstSection = 'boxes'

/** The address of a part of QC Platform India, with what it shows: `sectionPath('boxes', { supplier: 'GZ01' })`. */
export function sectionPath(section: string, words: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(section === firstSection ? words : { part: section, ...words }).toString()
  return search === '' ? '/supplier/qc-platform-india' : `/supplier/qc-platform-india?${search}`
}
