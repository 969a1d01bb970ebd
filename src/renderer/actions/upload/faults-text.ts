import type { FaultBody } from '../../../shared/contract/errors.ts'
import { startsLikeFormula } from '../../../shared/domain/formula-guard.ts'

/** The faults as tab-separated text, ready for a spreadsheet or a chat. A value can hold no tab or line end of its own. */
export function faultsAsText(
  faults: readonly FaultBody[],
  heads: readonly string[],
  say: (text: string) => string,
): string {
  const lines = faults.map(({ sheet, row, cell, column, value, message, expected }) =>
    [sheet, String(row), cell, column, value, say(message), expected ? say(expected) : ''].map(oneCell).join('\t'),
  )
  return [heads.join('\t'), ...lines].join('\n')
}

function oneCell(text: string): string {
  const plain = text.replace(/[\t\r\n]+/g, ' ')
  // A spreadsheet would run it as a formula.
  return startsLikeFormula(plain) ? `'${plain}` : plain
}
