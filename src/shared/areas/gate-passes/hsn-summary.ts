/** What a paper sums up by HSN code and rate. Money is paise. */

interface Line {
  hs_code: string | null
  rate: number
  quantity: number
  /** Null where nobody knows what a piece is worth. */
  unit_minor: number | null
  value_minor: number
  tax_minor: number
}

export interface HsnSum {
  /** Null: of goods whose HSN code nobody knows. */
  hsn: string | null
  rate: number
  quantity: number
  /** False where nobody knows what any of them is worth: there is no value to say then. */
  is_known: boolean
  value_minor: number
  igst_minor: number
  cgst_minor: number
  sgst_minor: number
}

/** Lines by HSN code and rate, in their order. The halves of the taxes add up to those of the paper, to the paisa. */
export function hsnSummary(
  lines: readonly Line[],
  { igst_minor, cgst_minor }: { igst_minor: number; cgst_minor: number },
): HsnSum[] {
  const groups = Map.groupBy(lines, ({ hs_code, rate }) => `${hs_code ?? ''} ${rate}`)
  const sums = [...groups.values()].map((own) => {
    const sum = (of: (line: Line) => number) => own.reduce((all, line) => all + of(line), 0)
    const tax = sum(({ tax_minor }) => tax_minor)
    return {
      ...{ hsn: own[0]?.hs_code ?? null, rate: own[0]?.rate ?? 0, tax },
      is_known: own.some(({ unit_minor }) => unit_minor !== null),
      ...{ quantity: sum(({ quantity }) => quantity), value_minor: sum(({ value_minor }) => value_minor) },
    }
  })
  const isSplit = igst_minor === 0
  // The paper halves the whole tax: odd paise of several groups make whole ones of both halves.
  let odd = cgst_minor - sums.reduce((all, { tax }) => all + Math.floor(tax / 2), 0)
  return sums
    .toSorted((a, b) => (a.hsn ?? '~').localeCompare(b.hsn ?? '~', 'en') || a.rate - b.rate)
    .map(({ tax, ...rest }) => {
      if (!isSplit) return { ...rest, igst_minor: tax, cgst_minor: 0, sgst_minor: 0 }
      const more = tax % 2 === 1 && odd > 0 ? 1 : 0
      odd -= more
      const half = Math.floor(tax / 2) + more
      return { ...rest, igst_minor: 0, cgst_minor: half, sgst_minor: tax - half }
    })
}
