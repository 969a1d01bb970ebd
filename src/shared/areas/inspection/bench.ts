/** What the sheet of a QC bench says to it, for hands in gloves: each stands on it as a code. */
export const benchCommands = {
  declared: 'QC-DECLARED',
  pass: 'QC-PASS',
  fail: 'QC-FAIL',
  hold: 'QC-HOLD',
  next: 'QC-NEXT',
} as const

export type BenchCommand = keyof typeof benchCommands

/** The command that a code is; null for any other code. */
export function benchCommandOf(code: string): BenchCommand | null {
  const said = code.trim().toUpperCase()
  const found = Object.entries(benchCommands).find(([, text]) => text === said)
  return found ? (found[0] as BenchCommand) : null
}

/** What each is called on the sheet, which speaks both languages. */
export const benchCommandWords: Readonly<Record<BenchCommand, readonly [english: string, chinese: string]>> = {
  declared: ['As declared · F2', '与装箱单一致'],
  pass: ['Pass: all looked at, good · F9', '合格：样本已看，全部合格'],
  fail: ['Fail: the sample rejects · F8', '不合格：抽样拒收'],
  hold: ['Hold · F4', '暂扣'],
  next: ['Save, next box', '保存，换下一箱'],
}
