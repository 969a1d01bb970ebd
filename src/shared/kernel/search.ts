/** Codes of a pasted list, and words of one of them, that are asked for; what stands behind is left out. */
const MOST_CODES = 50
const MOST_WORDS = 8

/** Between the codes of a list, as people type it, copy it from a sheet, or write it in Chinese. */
const BETWEEN = /[,;,;、\n\r\t]+/

/**
 * What a search asks: any of the lines, and of a line all words, wherever they stand. `linen dress` asks for both words, `NV-1001, NV-1002`
 * for either style.
 */
export function searchTerms(text: string): string[][] {
  const lines = text.split(BETWEEN).map((line) => [...new Set(line.trim().split(/\s+/))].filter((word) => word !== ''))
  return lines
    .filter((words) => words.length > 0)
    .slice(0, MOST_CODES)
    .map((words) => words.slice(0, MOST_WORDS))
}

/** A column or row copied from a sheet as a list in one line; any other text as it is. */
export function pastedSearch(text: string): string {
  const lines = text.split(/[\n\r\t]+/).map((line) => line.trim())
  const said = lines.filter((line) => line !== '')
  return said.length > 1 ? said.join(', ') : text
}
