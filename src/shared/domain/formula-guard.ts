/**
 * What CSV injection begins with by OWASP's list: signs of a formula, also full-width as a Chinese keyboard types them, and the
 * characters that spreadsheets skip before one. Blanks before a sign are not on the list.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** Whether a spreadsheet would take the text for a formula. */
export function startsLikeFormula(text: string): boolean {
  return formulaStart.test(text)
}
