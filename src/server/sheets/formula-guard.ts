const formulaStart = /^[=+\-@\t\r]/

/** Whether a spreadsheet would take the text for a formula. */
export function startsLikeFormula(text: string): boolean {
  return formulaStart.test(text)
}
