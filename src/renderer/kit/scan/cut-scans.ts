import { SSCC_LENGTH, ssccFault } from '../../../shared/domain/sscc.ts'

/** The element of a box's code: application identifier "00" and the SSCC. */
export function isSsccElement(text: string): boolean {
  return text.startsWith('00') && ssccFault(text.slice(2)) === null
}

/**
 * Scans that ran into each other because the scanner sends nothing behind a code: cut before each symbology mark "]C1", and
 * digits that are nothing but sound SSCCs (with or without "00") one behind the other, by their check digits. All else stays whole.
 */
export function cutScans(text: string): string[] {
  const marked = text.split(/(?=\]C1)/).filter((piece) => piece !== '')
  return marked.flatMap((piece) => {
    const mark = piece.startsWith(']C1') ? ']C1' : ''
    const digits = piece.slice(mark.length)
    const cut = digits.length > SSCC_LENGTH + 2 && /^\d+$/.test(digits) ? intoSsccs(digits) : null
    return cut ? [`${mark}${cut[0]}`, ...cut.slice(1)] : [piece]
  })
}

/** Null where something would be left over. The longer element first: its "00" is no chance. */
function intoSsccs(digits: string): string[] | null {
  if (digits === '') return []
  for (const length of [SSCC_LENGTH + 2, SSCC_LENGTH]) {
    const head = digits.slice(0, length)
    if (head.length < length || !(length === SSCC_LENGTH ? ssccFault(head) === null : isSsccElement(head))) continue
    const rest = intoSsccs(digits.slice(length))
    if (rest) return [head, ...rest]
  }
  return null
}
